import type { WriteExportInput } from '#contract/bundle-export.ts';
import { bundleFileName } from '#domain/bundle/file-name.ts';
import { bundleEnding } from '#domain/bundle/format.ts';

/** What a written file is called, and what it is. */
export function fileFormat(
  { format, passphrase }: Pick<WriteExportInput, 'format' | 'passphrase'>,
  what: string,
  at: Date,
): { fileName: string; mimeType: string } {
  const name = bundleFileName(what, at);
  const bare = name.slice(0, -bundleEnding.length);
  if (format === 'csv') return { fileName: `${bare}.csv`, mimeType: 'text/csv' };
  if (format === 'raw') return { fileName: `${bare}.json`, mimeType: 'application/json' };
  if (passphrase === null) return { fileName: name, mimeType: 'application/json' };
  // Armored, so it is text; age has no registered type of its own.
  return { fileName: `${name}.age`, mimeType: 'text/plain' };
}
