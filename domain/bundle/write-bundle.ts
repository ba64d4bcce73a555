import {
  Bundle,
  BundleHeader,
  BundleSecret,
  BundleSource,
  BundleToken,
  BundleWebhook,
} from './format.ts';
import { type BundleText, merged, type Piece, type Pieces, Placeholder } from './pieces.ts';

/**
 * A bundle as the text of a file: UTF-8 JSON with two spaces, known fields in the order of the format,
 * unknown ones behind them by their names, and a line break at the end. The same bundle always makes the
 * same text.
 */
export function writeBundle({ webhooks, ...rest }: Bundle): string {
  const file = ordered({ ...rest, webhooks: [] }, Bundle.shape, {
    sources: each((source) =>
      ordered(source, BundleSource.shape, { webhooks: each((one) => ordered(one, memberShape)) }),
    ),
    secrets: each((one) => ordered(one, BundleSecret.shape)),
    tokens: each((one) => ordered(one, BundleToken.shape)),
  });
  const text = `${JSON.stringify(file, null, 2)}\n`;
  // One after the other: turned all at once, they would take as much memory as the file again.
  const written = webhooks.map((webhook) =>
    indented(JSON.stringify(orderedWebhook(webhook), null, 2)),
  );
  const [first, ...others] = written;
  if (first === undefined) return text;
  const at = text.lastIndexOf(noWebhooks) + noWebhooks.length - 1;
  // Joined in one go, for the same reason.
  const last = others.pop();
  const end = `\n  ${text.slice(at)}`;
  const begin = `${text.slice(0, at)}\n${first}`;
  return last === undefined ? begin + end : [begin, ...others, last + end].join(',\n');
}

/** No text of JSON has a line break in it, so that this stands nowhere but at the top. */
const noWebhooks = '\n  "webhooks": []';
const indented = (json: string): string => `    ${json.replaceAll('\n', '\n    ')}`;

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
