import type { ExportFormat } from '#contract/bundle-export.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { plainError } from '#domain/problem.ts';
import type { Results } from './output/results.ts';
import { findInstallation } from './find-installation.ts';
import { readLists } from './open-bundle.ts';

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
  const installations = [];
  for (const each of given) installations.push(await findInstallation(client, each));
  // An export would otherwise take an older list, or leave the installation out.
  await readLists(
    client,
    installations.map(({ id }) => id),
    signal,
  );
  const selection = {
    webhooks: installations.map(({ id }) => ({ connectionId: id, webhooks: null })),
    draftIds: [],
  };
  const prepared = { exportId: '', webhooks: 0 };
  const [leftOut, notices, secrets]: [string[], string[], string[]] = [[], [], []];
  for await (const event of await client.bundles.prepareExport(selection, { signal })) {
    if (event.kind === 'secrets') secrets.push(...event.secrets.map(({ name }) => name));
    if (event.kind !== 'end') continue;
    prepared.exportId = event.exportId;
    prepared.webhooks = event.webhooks;
    leftOut.push(...event.leftOut);
    notices.push(...event.notices);
  }
  const parts: string[] = [];
  const leaks: string[] = [];
  let bytes = 0;
  const input = {
    exportId: prepared.exportId,
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
  await client.bundles.forgetExport({ exportId: prepared.exportId });
  const text = parts.join('');
  return { text, bytes, leaks, webhooks: prepared.webhooks, leftOut, notices, secrets };
}

/** @throws ProblemError('refused') unless the options name one place */
export function placeOf(
  out: string | undefined,
  to: string | undefined,
  format: ExportFormat,
): string {
  const [place, ...others] = [out, to].filter((each) => each !== undefined);
  if (place === undefined || others.length > 0) {
    throw plainError('refused', 'An export needs one place.', 'Use either --out or --to.');
  }
  if (to === undefined || format === 'bundle') return place;
  throw plainError(
    'refused',
    'A folder has a format of its own.',
    'Leave out --format, or use --out.',
  );
}
