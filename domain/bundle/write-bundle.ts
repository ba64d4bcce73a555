import {
  Bundle,
  type BundleHead,
  BundleHeader,
  BundleSecret,
  BundleSource,
  BundleToken,
  BundleWebhook,
} from './format.ts';
import { gathered } from './gathered.ts';
import { type BundleText, merged, type Piece, type Pieces, Placeholder } from './pieces.ts';

/**
 * A bundle as a file, in parts: UTF-8 JSON with two spaces, known fields in the order of the format, unknown
 * ones behind them by their names, and a line break at the end. The same bundle always makes the same file.
 * The webhooks are taken one after the other, so that no more of them need be there at a time.
 *
 * @param headOf is asked once all webhooks are written: what they use is known then
 */
export function writeBundle(
  webhooks: Iterable<BundleWebhook>,
  headOf: () => BundleHead,
): Uint8Array[] {
  const written = gathered(separated(webhooks));
  const file = ordered({ ...headOf(), webhooks: [] }, Bundle.shape, {
    sources: each((source) =>
      ordered(source, BundleSource.shape, { webhooks: each((one) => ordered(one, memberShape)) }),
    ),
    secrets: each((one) => ordered(one, BundleSecret.shape)),
    tokens: each((one) => ordered(one, BundleToken.shape)),
  });
  const text = `${JSON.stringify(file, null, 2)}\n`;
  if (written.length === 0) return gathered([text]);
  const at = text.lastIndexOf(noWebhooks) + noWebhooks.length - 1;
  const [begin, end] = [`${text.slice(0, at)}\n`, `\n  ${text.slice(at)}`];
  return [...gathered([begin]), ...written, ...gathered([end])];
}

/** No text of JSON has a line break in it, so that this stands nowhere but at the top. */
const noWebhooks = '\n  "webhooks": []';

/** Each as it stands in the list, with a comma behind all but the last. */
function* separated(webhooks: Iterable<BundleWebhook>): Generator<string, void, void> {
  let last: string | null = null;
  for (const webhook of webhooks) {
    if (last !== null) yield `${last},\n`;
    const json = JSON.stringify(orderedWebhook(webhook), null, 2);
    last = `    ${json.replaceAll('\n', '\n    ')}`;
  }
  if (last !== null) yield last;
}

/** A text of the file from its pieces; one of several lines, or with secrets, becomes a list. */
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

const orderedText: Turn = each((piece) => ordered(piece, Placeholder.shape));

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
