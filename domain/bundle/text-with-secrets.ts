import { z } from 'zod';
import { secretReferencePattern, secretNamePattern } from '../webhook/secret-reference.ts';

export const BundleSecretName = z.string().regex(secretNamePattern);

/** Refers to a secret whose value is not in the file. */
const SecretReference = z.looseObject({ secret: BundleSecretName });

/** A text in the JSON of a file. Code holds it as `TextWithSecrets`, and `printPieces` writes it for people. */
export const BundleText = z.union([z.string(), z.array(z.union([z.string(), SecretReference]))]);
export type BundleText = z.infer<typeof BundleText>;

/** A part of a text in a file: plain text, or a reference to a secret. */
export type Piece = string | { readonly secret: string };
export type TextWithSecrets = readonly Piece[];

export const piecesOf = (text: BundleText): TextWithSecrets =>
  typeof text === 'string' ? [text] : text;

export const secretsIn = (pieces: TextWithSecrets): string[] => [
  ...new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.secret]))),
];

/** The text with the values of its secrets; `null` when one of them is not known. */
export function fillPieces(
  pieces: TextWithSecrets,
  values: ReadonlyMap<string, string>,
): string | null {
  let text = '';
  for (const piece of pieces) {
    const value = typeof piece === 'string' ? piece : values.get(piece.secret);
    if (value === undefined) return null;
    text += value;
  }
  return text;
}

/** Whether `text` equals the pieces with some text, never an empty one, for each secret. */
export function mayResultIn(pieces: TextWithSecrets, text: string): boolean {
  const merged = mergePieces(pieces);
  let at = 0;
  /** Secrets since the last piece of text; each needs one character at least. */
  let secretCount = 0;
  for (const [index, piece] of merged.entries()) {
    if (typeof piece !== 'string') {
      secretCount += 1;
      continue;
    }
    if (index === merged.length - 1) {
      // The last piece must end the text, also where it occurs before.
      const lengthForSecrets = text.length - piece.length - at;
      const isEnough = secretCount === 0 ? lengthForSecrets === 0 : lengthForSecrets >= secretCount;
      return text.endsWith(piece) && isEnough;
    }
    const start = secretCount === 0 ? at : text.indexOf(piece, at + secretCount);
    if (start < 0 || !text.startsWith(piece, start)) return false;
    at = start + piece.length;
    secretCount = 0;
  }
  return secretCount === 0 ? text === '' : text.length - at >= secretCount;
}

/** Drops empty pieces and joins adjacent texts. */
export function mergePieces(pieces: TextWithSecrets): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (piece === '') continue;
    if (typeof last === 'string' && typeof piece === 'string')
      merged[merged.length - 1] = last + piece;
    else merged.push(piece);
  }
  return merged;
}

/** Each secret becomes `<secret:name>`; see `readPieces`. */
export const printPieces = (pieces: TextWithSecrets): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : `<secret:${piece.secret}>`)).join('');

/** The reverse of `printPieces`. */
export function readPieces(text: string): Piece[] {
  // Each part at an odd index is the group of `secretReferencePattern`, so the name of a secret.
  return mergePieces(
    text
      .split(secretReferencePattern)
      .map((part, index) => (index % 2 === 0 ? part : { secret: part })),
  );
}
