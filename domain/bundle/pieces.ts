import { z } from 'zod';
import { secretPlace } from '../webhook/secret-place.ts';

export const SecretName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,119}$/);

/** Refers to a secret whose value is not in the file. */
const SecretReference = z.looseObject({ secret: SecretName });

export const BundleText = z.union([z.string(), z.array(z.union([z.string(), SecretReference]))]);
export type BundleText = z.infer<typeof BundleText>;

export type Piece = string | { readonly secret: string };
export type Pieces = readonly Piece[];

export const piecesOf = (text: BundleText): Pieces => (typeof text === 'string' ? [text] : text);

export const secretsIn = (pieces: Pieces): string[] => [
  ...new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.secret]))),
];

/** Returns `null` when the value of a secret is not known. */
export function filled(pieces: Pieces, values: ReadonlyMap<string, string>): string | null {
  let text = '';
  for (const piece of pieces) {
    const value = typeof piece === 'string' ? piece : values.get(piece.secret);
    if (value === undefined) return null;
    text += value;
  }
  return text;
}

/** Whether `text` equals the pieces with some text, never an empty one, for each secret. */
export function couldBe(pieces: Pieces, text: string): boolean {
  const all = merged(pieces);
  let at = 0;
  let secrets = 0;
  for (const [index, piece] of all.entries()) {
    if (typeof piece !== 'string') {
      secrets += 1;
      continue;
    }
    if (index === all.length - 1) {
      const room = text.length - piece.length - at;
      return text.endsWith(piece) && (secrets === 0 ? room === 0 : room >= secrets);
    }
    const found = secrets === 0 ? at : text.indexOf(piece, at + secrets);
    if (found < 0 || !text.startsWith(piece, found)) return false;
    at = found + piece.length;
    secrets = 0;
  }
  return secrets === 0 ? text === '' : text.length - at >= secrets;
}

export function merged(pieces: Pieces): Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (piece === '') continue;
    if (typeof last === 'string' && typeof piece === 'string')
      found[found.length - 1] = last + piece;
    else found.push(piece);
  }
  return found;
}

export const printed = (pieces: Pieces): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : `<secret:${piece.secret}>`)).join('');

export function unprinted(text: string): Piece[] {
  return merged(
    text.split(secretPlace).map((part, index) => (index % 2 === 0 ? part : { secret: part })),
  );
}
