import { writeBundleFolder } from '#adapters/file-open/bundle-folder.ts';
import { writeResultFile } from '#adapters/file-open/write-result-file.ts';
import type { ExportFormat, PrepareExportEvent } from '#contract/bundle-export.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { findInstallations } from './find-installation.ts';
import type { Results } from './output/results.ts';
import { readLists } from './read-list.ts';

type Prepared = Pick<PreparedEnd, 'exportId' | 'webhooks' | 'leftOut' | 'notices'>;
type PreparedEnd = Extract<PrepareExportEvent, { kind: 'end' }>;

interface Exported extends Omit<Results['export'], 'file'> {
  readonly text: string;
  /** Texts of the file that may be secret. */
  readonly leaks: readonly string[];
}

export async function exportFile(
  client: HookdeskClient,
  given: readonly string[],
  format: ExportFormat,
  signal: AbortSignal,
): Promise<Exported> {
  const installations = await findInstallations(client, given);
  const ids = installations.map(({ id }) => id);
  // An export would otherwise take an older list, or leave the installation out.
  await readLists(client, ids, signal);
  const chosen = ids.map((connectionId) => ({ connectionId, webhooks: null }));
  const selection = { webhooks: chosen, draftIds: [] };
  const secrets: string[] = [];
  let prepared: Prepared = { exportId: '', webhooks: 0, leftOut: [], notices: [] };
  for await (const event of await client.bundles.prepareExport(selection, { signal })) {
    if (event.kind === 'secrets') secrets.push(...event.secrets.map(({ name }) => name));
    if (event.kind === 'end') prepared = event;
  }
  const { exportId, webhooks, leftOut, notices } = prepared;
  const parts: string[] = [];
  const leaks: string[] = [];
  let bytes = 0;
  const input = {
    exportId,
    format,
    variant: installations[0]?.variant ?? ('B' as const),
    keep: [],
    takeOut: [],
    withAddress: false,
    passphrase: null,
  };
  for await (const event of await client.bundles.writeExport(input, { signal })) {
    if (event.kind === 'text') parts.push(event.text);
    else {
      bytes = event.bytes;
      leaks.push(...event.leaks.map(({ where, message }) => `${where}: ${message}`));
    }
  }
  await client.bundles.forgetExport({ exportId });
  return { text: parts.join(''), bytes, leaks, webhooks, leftOut, notices, secrets };
}

/** @param place a file, or a folder for git */
export async function writeExport(place: string, isFolder: boolean, text: string): Promise<void> {
  if (isFolder) await writeBundleFolder(place, text);
  else writeResultFile(place, text);
}
