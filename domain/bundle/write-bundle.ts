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
  const written = encodeInParts(jsonItems(webhooks));
  const file = orderKeys({ ...headOf(), webhooks: [] }, Bundle.shape, {
    sources: mapItems((source) =>
      orderKeys(source, BundleSource.shape, {
        webhooks: mapItems((one) => orderKeys(one, memberShape)),
      }),
    ),
    secrets: mapItems((one) => orderKeys(one, BundleSecret.shape)),
    tokens: mapItems((one) => orderKeys(one, BundleToken.shape)),
  });
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
    const json = JSON.stringify(orderWebhook(webhook), null, 2);
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

type Transform = (value: unknown) => unknown;

const mapItems =
  (transform: Transform): Transform =>
  (value) =>
    Array.isArray(value) ? value.map(transform) : value;

const orderText: Transform = mapItems((piece) => orderKeys(piece, SecretReference.shape));

const orderWebhook: Transform = (webhook) => {
  const { severities, onlyVariantA, onlyVariantB } = BundleWebhook.shape;
  return orderKeys(webhook, BundleWebhook.shape, {
    url: orderText,
    headers: mapItems((header) => orderKeys(header, BundleHeader.shape, { value: orderText })),
    payloadTemplate: orderText,
    severities: (value) => orderKeys(value, severities.unwrap().shape),
    onlyVariantA: (value) => orderKeys(value, onlyVariantA.unwrap().shape),
    onlyVariantB: (value) => orderKeys(value, onlyVariantB.unwrap().shape),
  });
};

function orderKeys(
  value: unknown,
  shape: Readonly<Record<string, unknown>>,
  transforms: Readonly<Record<string, Transform>> = {},
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = new Map<string, unknown>(Object.entries(value));
  const known = Object.keys(shape);
  const others = [...entries.keys()].filter((name) => !known.includes(name)).sort();
  return Object.fromEntries(
    [...known, ...others]
      .filter((name) => entries.get(name) !== undefined)
      .map((name) => [name, (transforms[name] ?? identity)(entries.get(name))]),
  );
}

const identity: Transform = (value) => value;
