import type { BundleCodec, WriteOrder, WrittenFile } from '../../bundle-ports.ts';
import { exportBundle, secretReferencesFor } from '#domain/bundle/export/export-bundle.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import { rawArray } from '#domain/bundle/export/raw-array.ts';
import { type Leak, scanBundle } from '#domain/bundle/export/scan-bundle.ts';
import { scanCsv, scanRaw } from '#domain/bundle/export/scan-raw-and-csv.ts';
import { type SearchedSources, searchSources } from '#domain/bundle/export/search-sources.ts';
import { webhookCsv } from '#domain/bundle/export/webhook-csv.ts';
import { encodeInParts } from '#domain/bundle/write-bundle.ts';
import type { PortableWebhook } from '#domain/bundle/portable.ts';

/** Bytes, plus the rest of a character. */
const partLength = 96 * 1024;

/** Scans the written text before encrypting it, in parts. `how.keep` refers to the names in `found`. */
export async function writeFile(
  found: SearchedSources,
  how: WriteOrder,
  codec: BundleCodec,
): Promise<Omit<WrittenFile, 'parts'> & { readonly content: readonly Uint8Array[] }> {
  const marks = { ...found.marks, places: new Set(how.takeOut) };
  const again = marks.places.size === 0 ? found : searchSources(found.sources, marks);
  const keep = namesToKeep(found, again, how);
  const searched = how.withAddress
    ? again
    : { ...again, sources: again.sources.map(withoutAddress) };
  const open = openFile(searched, how, keep, codec);
  const leaks = leaksIn(open, searched, how, keep, codec);
  const content = how.passphrase === null ? open : [await codec.seal(joined(open), how.passphrase)];
  return {
    content: content.flatMap(cut),
    bytes: content.reduce((sum, part) => sum + part.byteLength, 0),
    containsSecrets: searched.secrets.some(({ name }) => keep.has(name)),
    leaks,
  };
}

const withoutAddress = (source: ExportSource): ExportSource => ({
  ...source,
  installation: source.installation === null ? null : { ...source.installation, address: null },
});

/** Removing more text may rename secrets, so the kept ones are found again by their values. */
function namesToKeep(
  found: SearchedSources,
  searched: SearchedSources,
  how: WriteOrder,
): ReadonlySet<string> {
  const names = new Set(how.keep);
  if (searched === found) return names;
  const kept = found.secrets.filter(({ name }) => names.has(name));
  const values = new Set(kept.map(({ value }) => value));
  const again = searched.secrets.filter(({ value }) => values.has(value));
  return new Set(again.map(({ name }) => name));
}

function openFile(
  found: SearchedSources,
  how: WriteOrder,
  keep: ReadonlySet<string>,
  { rawWriter }: BundleCodec,
): Uint8Array[] {
  switch (how.format) {
    case 'bundle':
      return exportBundle(found, keep);
    case 'raw':
      return encodeInParts(rawArray(takenOut(found, keep), how.variant, rawWriter));
    case 'csv':
      return encodeInParts(webhookCsv(takenOut(found, keep)));
  }
}

function* takenOut(
  found: SearchedSources,
  keep: ReadonlySet<string>,
): Generator<PortableWebhook, void, void> {
  const references = secretReferencesFor(found, keep);
  for (const one of found.searched) yield references.replaceIn(one);
}

/** A CSV is not parsed back: a bundle of the same webhooks is scanned instead. */
function leaksIn(
  written: readonly Uint8Array[],
  found: SearchedSources,
  how: WriteOrder,
  keep: ReadonlySet<string>,
  { rawReader }: BundleCodec,
): Leak[] {
  const { secrets } = found;
  switch (how.format) {
    case 'bundle':
      return scanBundle(textsOf(written), secrets, keep);
    case 'raw': {
      const keys = found.searched.map(({ key }) => key);
      return scanRaw([...textsOf(written)].join(''), keys, secrets, keep, rawReader);
    }
    case 'csv': {
      const bundle = exportBundle(found, keep);
      return [
        ...scanCsv(textsOf(written), secrets, keep),
        ...scanBundle(textsOf(bundle), secrets, keep),
      ];
    }
  }
}

/** Parts end at character boundaries. */
function* textsOf(parts: readonly Uint8Array[]): Generator<string, void, void> {
  for (const part of parts) yield decoded(part);
}

/** Keeps a byte order mark, with which a table begins. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
export const decoded = (part: Uint8Array): string => decoder.decode(part);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function cut(part: Uint8Array): Uint8Array[] {
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
