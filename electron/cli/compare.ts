import { existsSync } from 'node:fs';
import type { ComparisonReference } from '#contract/comparisons.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { MatrixColumn, MatrixRow } from '#domain/comparison/matrix.ts';
import { plainError } from '#domain/problem.ts';
import { findInstallation, findInstallations, installationNames } from './find-installation.ts';
import type { Results } from './output/results.ts';
import { openBundle, readBundle, targetsOf } from './plans/open-bundle.ts';
import { readLists } from './read-list.ts';

/** Compares installations, as they are now, with another one, a bundle or a folder. */
export async function compare(
  client: HookdeskClient,
  given: string,
  others: readonly string[],
  signal: AbortSignal,
): Promise<Results['diff']> {
  const { reference, otherIds } = existsSync(given)
    ? await ofBundle(client, given, others)
    : await ofInstallation(client, given, others);
  const read = 'connectionId' in reference ? [reference.connectionId, ...otherIds] : otherIds;
  await readLists(client, read, signal);
  const input = { reference, otherIds, ignoredParts: [] };
  const rows: MatrixRow[] = [];
  const columns: MatrixColumn[] = [];
  for await (const event of await client.comparisons.open(input, { signal })) {
    if (event.kind === 'rows') rows.push(...event.rows);
    if (event.kind !== 'end') continue;
    columns.push(...event.columns);
    await client.comparisons.close({ comparisonId: event.comparisonId });
  }
  if ('fileId' in reference) await client.bundles.forgetFile({ fileId: reference.fileId });
  const nameOf = await installationNames(client);
  return rows.flatMap((row) =>
    row.cells
      .filter(({ kind }) => kind !== 'same' && kind !== 'absent')
      .map(({ column, kind, different }) => ({
        webhook: row.name,
        installation: nameOf(columns[column]?.connectionId ?? ''),
        kind,
        different,
      })),
  );
}

interface Compared {
  readonly reference: ComparisonReference;
  readonly otherIds: string[];
}

async function ofBundle(
  client: HookdeskClient,
  path: string,
  others: readonly string[],
): Promise<Compared> {
  const opened = await openBundle(client, path, await readBundle(path));
  if (others.length === 0 && opened.view.sources.length > 1) {
    throw plainError(
      'refused',
      `${path} has webhooks of several installations.`,
      'Name the installations to compare with it.',
    );
  }
  const { connectionIds } = await targetsOf(client, opened, others);
  return { reference: { kind: 'bundle', fileId: opened.fileId }, otherIds: connectionIds };
}

async function ofInstallation(
  client: HookdeskClient,
  given: string,
  others: readonly string[],
): Promise<Compared> {
  const { id: connectionId } = await findInstallation(client, given);
  const otherIds = (await findInstallations(client, others)).map(({ id }) => id);
  return { reference: { kind: 'installation', connectionId }, otherIds };
}
