import { exportBundle, secretReferencesFor } from '#domain/bundle/export/export-bundle.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import {
  findExportSecrets,
  type SearchedExport,
} from '#domain/bundle/export/find-export-secrets.ts';
import { rawArray } from '#domain/bundle/export/raw-array.ts';
import { type Leak, scanBundle, scanCsv, scanRaw } from '#domain/bundle/export/scan-bundle.ts';
import { webhookCsv } from '#domain/bundle/export/webhook-csv.ts';
import type { PortableWebhook } from '#domain/bundle/portable-webhook.ts';
import { encodeInParts } from '#domain/bundle/write-bundle.ts';
import type { BundleCodec, WriteOrder, WrittenFile } from '../../bundle-ports.ts';
import { joinBytes } from './byte-buffer.ts';

/** Bytes. A part may be up to 3 longer, to end at a character. */
const partLength = 96 * 1024;

/**
 * Writes the file of an export, and scans its text for leaks before encrypting it.
 * @param beforeMarks names the secrets that `order.keep` keeps in the file
 */
export async function writeExport(
  beforeMarks: SearchedExport,
  order: WriteOrder,
  codec: BundleCodec,
): Promise<Omit<WrittenFile, 'parts'> & { readonly content: readonly Uint8Array[] }> {
  const marks = { ...beforeMarks.marks, places: new Set(order.takeOut) };
  const afterMarks =
    marks.places.size === 0 ? beforeMarks : findExportSecrets(beforeMarks.sources, marks);
  const keptNames = namesToKeep(beforeMarks, afterMarks, order);
  const written = order.withAddress
    ? afterMarks
    : { ...afterMarks, sources: afterMarks.sources.map(withoutAddress) };
  const plain = plainFile(written, order, keptNames, codec);
  const leaks = leaksIn(plain, written, order, keptNames, codec);
  const content =
    order.passphrase === null ? plain : [await codec.seal(joinBytes(plain), order.passphrase)];
  return {
    content: content.flatMap(splitPart),
    bytes: content.reduce((sum, part) => sum + part.byteLength, 0),
    containsSecrets: written.secrets.some(({ name }) => keptNames.has(name)),
    leaks,
  };
}

const withoutAddress = (source: ExportSource): ExportSource => ({
  ...source,
  installation: source.installation === null ? null : { ...source.installation, address: null },
});

/** Finds included secrets by their values, because removing more text may rename secrets. */
function namesToKeep(
  beforeMarks: SearchedExport,
  afterMarks: SearchedExport,
  order: WriteOrder,
): ReadonlySet<string> {
  const names = new Set(order.keep);
  if (afterMarks === beforeMarks) return names;
  const included = beforeMarks.secrets.filter(({ name }) => names.has(name));
  const values = new Set(included.map(({ value }) => value));
  const renamed = afterMarks.secrets.filter(({ value }) => values.has(value));
  return new Set(renamed.map(({ name }) => name));
}

/** The file before it is encrypted, in parts. */
function plainFile(
  written: SearchedExport,
  order: WriteOrder,
  keptNames: ReadonlySet<string>,
  { rawWriter }: BundleCodec,
): Uint8Array[] {
  switch (order.format) {
    case 'bundle':
      return exportBundle(written, keptNames);
    case 'raw':
      return encodeInParts(rawArray(withReferences(written, keptNames), order.variant, rawWriter));
    case 'csv':
      return encodeInParts(webhookCsv(withReferences(written, keptNames)));
  }
}

/** The webhooks, with a reference in place of each secret that is not included. */
function* withReferences(
  written: SearchedExport,
  keptNames: ReadonlySet<string>,
): Generator<PortableWebhook, void, void> {
  const references = secretReferencesFor(written, keptNames);
  for (const webhook of written.webhooks) yield references.replaceIn(webhook);
}

/** A CSV is not parsed back: a bundle of the same webhooks is scanned instead. */
function leaksIn(
  plain: readonly Uint8Array[],
  written: SearchedExport,
  order: WriteOrder,
  keptNames: ReadonlySet<string>,
  { rawReader }: BundleCodec,
): Leak[] {
  const { secrets } = written;
  switch (order.format) {
    case 'bundle':
      return scanBundle(textsOf(plain), secrets, keptNames);
    case 'raw': {
      const keys = written.webhooks.map(({ key }) => key);
      return scanRaw([...textsOf(plain)].join(''), keys, secrets, keptNames, rawReader);
    }
    case 'csv': {
      const bundle = exportBundle(written, keptNames);
      return [
        ...scanCsv(textsOf(plain), secrets, keptNames),
        ...scanBundle(textsOf(bundle), secrets, keptNames),
      ];
    }
  }
}

/** Parts end at character boundaries. */
function* textsOf(parts: readonly Uint8Array[]): Generator<string, void, void> {
  for (const part of parts) yield decodePart(part);
}

/** Keeps a byte order mark, with which a table begins. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of a part that ends at a character boundary. */
export const decodePart = (part: Uint8Array): string => decoder.decode(part);

function splitPart(part: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let start = 0; start < part.length;) {
    let end = Math.min(start + partLength, part.length);
    while (isWithinCharacter(part[end])) end += 1;
    parts.push(part.subarray(start, end));
    start = end;
  }
  return parts;
}

/** RFC 3629 §3. */
const isWithinCharacter = (byte = 0): boolean => (byte & 0xc0) === 0x80;
