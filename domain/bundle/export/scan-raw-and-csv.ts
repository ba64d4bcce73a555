import { KnownValues } from '../../secrets/known-values.ts';
import type { RawReader } from '../reading/raw-reader.ts';
import { readBundleText } from '../reading/read-bundle-text.ts';
import type { FoundSecret } from './found-secrets.ts';
import { type Leak, LeakScan } from './scan-bundle.ts';

/** @param keys the keys of the rows, in their order: a raw list has none */
export function scanRaw(
  text: string,
  keys: readonly string[],
  secrets: readonly FoundSecret[],
  keep: ReadonlySet<string>,
  raw: RawReader,
): Leak[] {
  if (keys.length === 0) return [];
  const reading = readBundleText(text, raw);
  // Reading also fails for a list above the size limit. An unread list is not known to be safe.
  if (reading.kind !== 'raw') return [{ where: 'the list', message: unchecked }];
  const scan = new LeakScan(secrets, keep);
  const unread = reading.rows.filter(({ content }) => content.kind === 'unreadable');
  return [
    ...reading.rows.flatMap(({ content }, index) =>
      content.kind === 'webhook' ? scan.webhook(keys[index] ?? null, content.webhook) : [],
    ),
    ...unread.map(({ line }) => ({
      where: `the webhook in line ${line}`,
      message: unchecked,
    })),
  ];
}

const unchecked = 'It could not be checked for secrets.';

/** @param parts none ends within a row */
export function scanCsv(
  parts: Iterable<string>,
  secrets: readonly FoundSecret[],
  keep: ReadonlySet<string>,
): Leak[] {
  const kept = new Set(secrets.filter(({ name }) => keep.has(name)).map(({ value }) => value));
  const removed = secrets.map(({ value }) => value).filter((value) => !kept.has(value));
  const known = new KnownValues(removed.flatMap((value) => [value, value.replaceAll('"', '""')]));
  for (const part of parts) {
    if (known.in(part).length === 0) continue;
    return [{ where: 'the table', message: 'It contains a secret that was removed elsewhere.' }];
  }
  return [];
}
