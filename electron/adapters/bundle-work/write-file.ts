import { armor } from 'age-encryption';
import type { WriteOrder, WrittenFile } from '#core/bundle-ports.ts';
import { exportBundle, placeholdersFor } from '#domain/bundle/export/export-bundle.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import { rawArray } from '#domain/bundle/export/raw-array.ts';
import { type Leak, scanBundle } from '#domain/bundle/export/scan-bundle.ts';
import { scanCsv, scanRaw } from '#domain/bundle/export/scan-others.ts';
import { type SearchedSources, searchSources } from '#domain/bundle/export/search-sources.ts';
import { webhookCsv } from '#domain/bundle/export/webhook-csv.ts';
import { gathered } from '#domain/bundle/gathered.ts';
import type { PortableWebhook } from '#domain/bundle/portable.ts';
import { sealWithPassphrase } from '../bundle-encryption/age-file.ts';
import { rawReader } from '../http/codec/raw-reader.ts';
import { rawWriter } from '../http/codec/raw-writer.ts';

/** Bytes in one part of a file, at most but for the end of a character. */
const partLength = 96 * 1024;

/**
 * Writes a file, and looks at what was written once more; it is sealed only after that. The file is never
 * there as one text: it is written, looked at and handed on in parts.
 *
 * @param found the secrets that somebody has seen, by whose names they say what stays in the file
 */
export async function writeFile(
  found: SearchedSources,
  how: WriteOrder,
): Promise<Omit<WrittenFile, 'parts'> & { readonly content: readonly Uint8Array[] }> {
  const takeOut = new Set(how.takeOut);
  const again = takeOut.size === 0 ? found : searchSources(found.sources, takeOut);
  const keep = namesToKeep(found, again, how);
  const searched = how.withAddress
    ? again
    : { ...again, sources: again.sources.map(withoutAddress) };
  const open = openFile(searched, how, keep);
  const leaks = leaksIn(open, searched, how, keep);
  const content = how.passphrase === null ? open : [await sealed(open, how.passphrase)];
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

/** Where more is taken out, other secrets are found, and the same values can have other names. */
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
): Uint8Array[] {
  switch (how.format) {
    case 'bundle':
      return exportBundle(found, { ...how, keep });
    case 'raw':
      return gathered(rawArray(takenOut(found, keep), how.variant, rawWriter));
    case 'csv':
      return gathered(webhookCsv(takenOut(found, keep)));
  }
}

/** The webhooks as they are in a file, each when it is asked for. */
function* takenOut(
  found: SearchedSources,
  keep: ReadonlySet<string>,
): Generator<PortableWebhook, void, void> {
  const placeholders = placeholdersFor(found, keep);
  for (const one of found.searched) yield placeholders.webhook(one);
}

/** A table is not read back: the same webhooks as a bundle stand for it. */
function leaksIn(
  written: readonly Uint8Array[],
  found: SearchedSources,
  how: WriteOrder,
  keep: ReadonlySet<string>,
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
      const bundle = exportBundle(found, { ...how, keep });
      return [
        ...scanCsv(textsOf(written), secrets, keep),
        ...scanBundle(textsOf(bundle), secrets, keep),
      ];
    }
  }
}

/** None of the parts ends in the middle of a character. */
function* textsOf(parts: readonly Uint8Array[]): Generator<string, void, void> {
  for (const part of parts) yield Buffer.from(part.buffer, part.byteOffset, part.length).toString();
}

const sealed = async (parts: readonly Uint8Array[], passphrase: string): Promise<Uint8Array> =>
  Buffer.from(armor.encode(await sealWithPassphrase(Buffer.concat(parts), passphrase)));

/** A part that is too long in several; none ends in the middle of a character. */
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

/** RFC 3629, section 3. */
const isWithinCharacter = (byte = 0): boolean => (byte & 0xc0) === 0x80;
