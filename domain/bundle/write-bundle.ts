import type { z } from 'zod';
import { Bundle, type BundleHead, BundleWebhook } from './format.ts';
import { memberSchemas } from './member-schema.ts';
import { type BundleText, merged, type Piece, type Pieces } from './pieces.ts';

/**
 * Writes UTF-8 JSON: known fields in format order, then unknown ones by name. Equal bundles give equal
 * files. Writes one webhook at a time to save memory.
 * @param headOf runs after the webhooks are written, because it depends on what they use
 */
export function writeBundle(
  webhooks: Iterable<BundleWebhook>,
  headOf: () => BundleHead,
): Uint8Array[] {
  const written = encodeInParts(jsonItems(webhooks));
  const file = inOrder(Bundle, { ...headOf(), webhooks: [] });
  const text = `${JSON.stringify(file, null, 2)}\n`;
  if (written.length === 0) return encodeInParts([text]);
  const at = text.lastIndexOf(noWebhooks) + noWebhooks.length - 1;
  const [begin, end] = [`${text.slice(0, at)}\n`, `\n  ${text.slice(at)}`];
  return [...encodeInParts([begin]), ...written, ...encodeInParts([end])];
}

/** JSON escapes line breaks in strings, so this text occurs only at the top level. */
const noWebhooks = '\n  "webhooks": []';

function* jsonItems(webhooks: Iterable<BundleWebhook>): Generator<string, void, void> {
  let last: string | null = null;
  for (const webhook of webhooks) {
    if (last !== null) yield `${last},\n`;
    const json = JSON.stringify(inOrder(BundleWebhook, webhook), null, 2);
    last = `    ${json.replaceAll('\n', '\n    ')}`;
  }
  if (last !== null) yield last;
}

/** With `byLine`, a text of several lines becomes a list of its lines. */
export function textFrom(pieces: Pieces, byLine = false): BundleText {
  const all = merged(pieces);
  if (all.every((piece) => typeof piece === 'string') && !(byLine && hasLines(all[0]))) {
    return all[0] ?? '';
  }
  if (!byLine) return all;
  return all.flatMap<Piece>((piece) => (typeof piece === 'string' ? linesOf(piece) : [piece]));
}

const hasLines = (text = ''): boolean => /\n./s.test(text);
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** Known members in the order of the schema, then the others by name. */
function inOrder(schema: unknown, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { element, shape } = memberSchemas(schema, Array.isArray(value));
  if (Array.isArray(value)) return value.map((each) => inOrder(element, each));
  if (shape === null) return value;
  const members = new Map<string, unknown>(Object.entries(value));
  const known = Object.keys(shape);
  const others = [...members.keys()].filter((name) => !known.includes(name)).sort();
  return Object.fromEntries(
    [...known, ...others]
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
  let open: string[] = [];
  let length = 0;
  for (const text of texts) {
    open.push(text);
    length += text.length;
    if (length < partLength) continue;
    parts.push(encoder.encode(open.join('')));
    open = [];
    length = 0;
  }
  if (length > 0) parts.push(encoder.encode(open.join('')));
  return parts;
}
