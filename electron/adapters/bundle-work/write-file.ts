import { armor } from 'age-encryption';
import type { WriteOrder, WrittenFile } from '#core/bundle-ports.ts';
import { bundleOf } from '#domain/bundle/export/export-bundle.ts';
import type { ExportSource } from '#domain/bundle/export/export-source.ts';
import type { FoundSecret } from '#domain/bundle/export/found-secrets.ts';
import { rawArray } from '#domain/bundle/export/raw-array.ts';
import { type Leak, scanBundle } from '#domain/bundle/export/scan-bundle.ts';
import { scanCsv, scanRaw } from '#domain/bundle/export/scan-others.ts';
import { type SearchedSources, searchSources } from '#domain/bundle/export/search-sources.ts';
import { webhookCsv } from '#domain/bundle/export/webhook-csv.ts';
import { writeBundle } from '#domain/bundle/write-bundle.ts';
import { sealWithPassphrase } from '../bundle-encryption/age-file.ts';
import { rawReader } from '../http/codec/raw-reader.ts';
import { rawWriter } from '../http/codec/raw-writer.ts';

/** Code units in one part of a text. */
const partLength = 512 * 1024;

/**
 * Writes a file, and looks at what was written once more; it is sealed only after that.
 *
 * @param found the secrets that somebody has seen, by whose names they say what stays in the file
 * @param between is called between steps that each leave much behind
 */
export async function writeFile(
  found: SearchedSources,
  how: WriteOrder,
  between: () => void,
): Promise<Omit<WrittenFile, 'parts'> & { readonly text: readonly string[] }> {
  const takeOut = new Set(how.takeOut);
  const searched = takeOut.size === 0 ? found : searchSources(found.sources, takeOut);
  const keep = namesToKeep(found, searched, how);
  const { text: open, scanned, containsSecrets, secrets } = openFile(searched, how, keep);
  between();
  const leaks = leaksIn(open, scanned, secrets, how, keep);
  const text = how.passphrase === null ? open : await sealed(open, how.passphrase);
  return { text: inParts(text), bytes: Buffer.byteLength(text), containsSecrets, leaks };
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

interface OpenFile {
  readonly text: string;
  /** The same webhooks as a bundle, where the text is a table: that is not read back. */
  readonly scanned: string;
  readonly containsSecrets: boolean;
  readonly secrets: readonly FoundSecret[];
}

/** What the text was made of is not held any longer than that takes: it is as large as the text. */
function openFile(searched: SearchedSources, how: WriteOrder, keep: ReadonlySet<string>): OpenFile {
  const sources = how.withAddress ? searched.sources : searched.sources.map(withoutAddress);
  const { bundle, webhooks, secrets } = bundleOf({ ...searched, sources }, { ...how, keep });
  const rest = { scanned: '', containsSecrets: bundle.containsSecrets ?? false, secrets };
  if (how.format === 'bundle') return { ...rest, text: writeBundle(bundle) };
  const bare = webhooks.map(({ webhook }) => webhook);
  if (how.format === 'raw') return { ...rest, text: rawArray(bare, how.variant, rawWriter) };
  return { ...rest, text: webhookCsv(bare), scanned: writeBundle(bundle) };
}

function leaksIn(
  text: string,
  scanned: string,
  secrets: readonly FoundSecret[],
  { format }: WriteOrder,
  keep: ReadonlySet<string>,
): Leak[] {
  switch (format) {
    case 'bundle':
      return scanBundle(text, secrets, keep);
    case 'raw':
      return scanRaw(text, secrets, keep, rawReader);
    case 'csv':
      return [...scanCsv(text, secrets, keep), ...scanBundle(scanned, secrets, keep)];
  }
}

const sealed = async (text: string, passphrase: string): Promise<string> =>
  armor.encode(await sealWithPassphrase(Buffer.from(text), passphrase));

/** No part ends in the middle of a character. */
function inParts(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + partLength, text.length);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last < 0xdc00) end += 1;
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}
