import type { WriteExportInput } from '#contract/bundle-export.ts';
import { bundleFileName } from '#domain/bundle/file-name.ts';
import { bundleEnding } from '#domain/bundle/format.ts';

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
  // Armored age is text; age has no registered media type.
  return { fileName: `${name}.age`, mimeType: 'text/plain' };
}
