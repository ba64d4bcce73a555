import {
  Bundle,
  type BundleHead,
  BundleHeader,
  BundleSecret,
  BundleSource,
  BundleToken,
  BundleWebhook,
} from './format.ts';
import { encodeInParts } from './encode-in-parts.ts';
import { type BundleText, merged, type Piece, type Pieces, SecretReference } from './pieces.ts';

/**
 * Writes UTF-8 JSON: known fields in format order, then unknown ones by name. Equal bundles give equal
 * files. Writes one webhook at a time to save memory.
 * @param headOf runs after the webhooks are written, because it depends on what they use
 */
export function writeBundle(
  webhooks: Iterable<BundleWebhook>,
  headOf: () => BundleHead,
): Uint8Array[] {
  const written = encodeInParts(separated(webhooks));
  const file = ordered({ ...headOf(), webhooks: [] }, Bundle.shape, {
    sources: each((source) =>
      ordered(source, BundleSource.shape, { webhooks: each((one) => ordered(one, memberShape)) }),
    ),
    secrets: each((one) => ordered(one, BundleSecret.shape)),
    tokens: each((one) => ordered(one, BundleToken.shape)),
  });
  const text = `${JSON.stringify(file, null, 2)}\n`;
  if (written.length === 0) return encodeInParts([text]);
  const at = text.lastIndexOf(noWebhooks) + noWebhooks.length - 1;
  const [begin, end] = [`${text.slice(0, at)}\n`, `\n  ${text.slice(at)}`];
  return [...encodeInParts([begin]), ...written, ...encodeInParts([end])];
}

/** JSON escapes line breaks in strings, so this text occurs only at the top level. */
const noWebhooks = '\n  "webhooks": []';

function* separated(webhooks: Iterable<BundleWebhook>): Generator<string, void, void> {
  let last: string | null = null;
  for (const webhook of webhooks) {
    if (last !== null) yield `${last},\n`;
    const json = JSON.stringify(orderedWebhook(webhook), null, 2);
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

const memberShape = BundleSource.shape.webhooks.element.shape;
const hasLines = (text = ''): boolean => /\n./s.test(text);
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

type Turn = (value: unknown) => unknown;

const each =
  (turn: Turn): Turn =>
  (value) =>
    Array.isArray(value) ? value.map(turn) : value;

const orderedText: Turn = each((piece) => ordered(piece, SecretReference.shape));

const orderedWebhook: Turn = (webhook) => {
  const { severities, onlyVariantA, onlyVariantB } = BundleWebhook.shape;
  return ordered(webhook, BundleWebhook.shape, {
    url: orderedText,
    headers: each((header) => ordered(header, BundleHeader.shape, { value: orderedText })),
    payloadTemplate: orderedText,
    severities: (value) => ordered(value, severities.unwrap().shape),
    onlyVariantA: (value) => ordered(value, onlyVariantA.unwrap().shape),
    onlyVariantB: (value) => ordered(value, onlyVariantB.unwrap().shape),
  });
};

function ordered(
  value: unknown,
  shape: Readonly<Record<string, unknown>>,
  turns: Readonly<Record<string, Turn>> = {},
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const held = new Map<string, unknown>(Object.entries(value));
  const known = Object.keys(shape);
  const others = [...held.keys()].filter((name) => !known.includes(name)).sort();
  return Object.fromEntries(
    [...known, ...others]
      .filter((name) => held.get(name) !== undefined)
      .map((name) => [name, (turns[name] ?? same)(held.get(name))]),
  );
}

const same: Turn = (value) => value;
