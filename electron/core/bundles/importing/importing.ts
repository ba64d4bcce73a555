import type { Parts } from '../../parts.ts';
import { OpenedFiles } from './opened-files.ts';
import { RememberedSecrets } from './remembered-secrets.ts';
import { toDrafts } from './to-drafts.ts';

export type Importing = ReturnType<typeof createImporting>;

export function createImporting(parts: Parts) {
  const files = new OpenedFiles(parts.ports, parts.connections);
  const remembered = new RememberedSecrets(parts.connections);
  const needs = { ...parts, files };
  return {
    files,
    remembered,
    toDrafts: (fileId: string, connectionId: string, keys: readonly string[] | null) =>
      toDrafts(needs, fileId, connectionId, keys),
  };
}
