import type { HookdeskClient } from '#contract/index.ts';
import type { PlanRowView } from '#contract/plans.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import type { Results } from './output/results.ts';
import type { Table } from './output/table.ts';
import { openBundle, targetsOf } from './open-bundle.ts';

export interface PlanOptions {
  readonly path: string;
  readonly installations: readonly string[];
  /** Names of webhooks; empty for all. */
  readonly only: readonly string[];
  /** Also plans to delete webhooks that the bundle lacks. */
  readonly deletes: boolean;
  readonly signal: AbortSignal;
}

export interface Prepared {
  readonly planId: string;
  /** Names of installations by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Without unchanged rows. */
  readonly rows: readonly PlanRowView[];
  readonly unchanged: number;
  readonly toProduction: boolean;
}

/** Prepares the plan of a bundle or folder. Sends nothing but reads. */
export async function preparePlan(
  client: HookdeskClient,
  { path, installations, only, deletes, signal }: PlanOptions,
): Promise<Prepared> {
  const opened = await openBundle(client, path);
  const targets = await targetsOf(client, opened, installations);
  const source = { kind: 'bundle', fileId: opened.fileId, keys: null, ...targets } as const;
  const rows = new Map<string, PlanRowView>();
  let planId = '';
  const events = await client.plans.prepare({ ...source, alsoRemove: deletes }, { signal });
  for await (const event of events) {
    if (event.kind === 'progress' && event.problem !== null) throw new ProblemError(event.problem);
    if (event.kind === 'rows') for (const row of event.rows) rows.set(row.key, row);
    if (event.kind === 'end') planId = event.planId;
  }
  const all = [...rows.values()];
  for (const name of only) {
    if (all.some((row) => row.name === name)) continue;
    throw plainError('refused', `The plan has no webhook “${name}”.`, 'Correct --only.');
  }
  const chosen = only.length === 0 ? all : all.filter(({ name }) => only.includes(name));
  const targeted = (await client.connections.list()).filter(({ id }) =>
    targets.connectionIds.includes(id),
  );
  const changes = chosen.filter(({ state }) => state !== 'unchanged');
  return {
    planId,
    names: new Map(targeted.map(({ id, name }) => [id, name])),
    rows: changes,
    unchanged: chosen.length - changes.length,
    toProduction: targeted.some(
      ({ environment }) => (environment ?? 'production') === 'production',
    ),
  };
}

export function planResult({ rows, names, unchanged }: Prepared): Results['plan'] {
  return {
    unchanged,
    rows: rows.map((row) => ({
      installation: names.get(row.connectionId) ?? row.connectionId,
      action: row.action,
      webhookId: row.webhookId,
      webhook: row.name,
      state: row.state,
      changes: row.changes,
      needs: row.needs.map((need) => (need.kind === 'secret' ? `secret ${need.name}` : need.kind)),
      reasons: [
        ...row.reasons,
        ...row.issues.map(({ message }) => message),
        ...(row.problem === null ? [] : [row.problem.message]),
      ],
    })),
  };
}

export const planTable = ({ rows }: Results['plan']): Table => ({
  columns: ['INSTALLATION', 'ACTION', 'WEBHOOK', 'STATE', 'CHANGES', 'REASONS'],
  rows: rows.map(({ installation, action, webhook, state, changes, needs, reasons }) => [
    installation,
    action,
    webhook,
    state,
    changes,
    [...needs.map((need) => `Needs: ${need}.`), ...reasons].join(' '),
  ]),
});
