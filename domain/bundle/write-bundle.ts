import type { z } from 'zod';
import { Bundle, type BundleHead, BundleWebhook, memberSchemas } from './format.ts';
import {
  type BundleText,
  mergePieces,
  type Piece,
  type TextWithSecrets,
} from './text-with-secrets.ts';

/**
 * Writes UTF-8 JSON: known fields in format order, then unknown ones by name. Equal bundles give equal
 * files. Writes one webhook at a time to save memory.
 * @param headOf runs after the webhooks are written, because it depends on what they use
 */
export function writeBundle(
  webhooks: Iterable<BundleWebhook>,
  headOf: () => BundleHead,
): Uint8Array[] {
  const webhookParts = encodeInParts(jsonItems(webhooks));
  const file = inOrder(Bundle, { ...headOf(), webhooks: [] });
  const text = `${JSON.stringify(file, null, 2)}\n`;
  if (webhookParts.length === 0) return encodeInParts([text]);
  const listEnd = text.lastIndexOf(emptyList) + emptyList.length - 1;
  const [beginning, end] = [`${text.slice(0, listEnd)}\n`, `\n  ${text.slice(listEnd)}`];
  return [...encodeInParts([beginning]), ...webhookParts, ...encodeInParts([end])];
}

/** JSON escapes line breaks in strings, so this text occurs only at the top level. */
const emptyList = '\n  "webhooks": []';

function* jsonItems(webhooks: Iterable<BundleWebhook>): Generator<string, void, void> {
  let last: string | null = null;
  for (const webhook of webhooks) {
    if (last !== null) yield `${last},\n`;
    const json = JSON.stringify(inOrder(BundleWebhook, webhook), null, 2);
    last = `    ${json.replaceAll('\n', '\n    ')}`;
  }
  if (last !== null) yield last;
}

/** The form of a text in a file. With `byLine`, a text of several lines becomes a list of its lines. */
export function textFrom(pieces: TextWithSecrets, byLine = false): BundleText {
  const merged = mergePieces(pieces);
  if (merged.every((piece) => typeof piece === 'string') && !(byLine && hasLines(merged[0]))) {
    return merged[0] ?? '';
  }
  if (!byLine) return merged;
  return merged.flatMap<Piece>((piece) => (typeof piece === 'string' ? linesOf(piece) : [piece]));
}

const hasLines = (text = ''): boolean => /\n./s.test(text);
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** Known members in the order of the schema, then the others by name. */
function inOrder(schema: unknown, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { element, shape } = memberSchemas(schema, Array.isArray(value));
  if (Array.isArray(value)) return value.map((item) => inOrder(element, item));
  if (shape === null) return value;
  const members = new Map<string, unknown>(Object.entries(value));
  const knownNames = Object.keys(shape);
  const others = [...members.keys()].filter((name) => !knownNames.includes(name)).sort();
  return Object.fromEntries(
    [...knownNames, ...others]
      .filter((name) => members.get(name) !== undefined)
      .map((name) => [name, inOrder(shape[name], members.get(name))]),
  );
}

/** Known members in the order of the schema. Equal values give equal texts. */
export const orderedJson = (schema: z.ZodType, value: unknown): string =>
  `${JSON.stringify(inOrder(schema, value), null, 2)}\n`;

/** UTF-16 code units per part. V8 seldom frees strings above 128 KiB, so larger parts would pile up. */
const partLength = 48 * 1024;

/** Encodes texts as UTF-8 in few parts (strings take twice the memory). No part ends within a text. */
export function encodeInParts(texts: Iterable<string>): Uint8Array[] {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let partTexts: string[] = [];
  let length = 0;
  for (const text of texts) {
    partTexts.push(text);
    length += text.length;
    if (length < partLength) continue;
    parts.push(encoder.encode(partTexts.join('')));
    partTexts = [];
    length = 0;
  }
  if (length > 0) parts.push(encoder.encode(partTexts.join('')));
  return parts;
}
