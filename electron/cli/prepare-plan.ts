import type { BundleView } from '#contract/bundle-import.ts';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { PlanRowView, RowFindings } from '#contract/plans.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import type { Results } from './output/results.ts';
import { openBundle, targetsOf } from './open-bundle.ts';

/** The webhooks of a plan, and the installations to change. */
export interface BundleToPlan {
  /** For messages. */
  readonly name: string;
  readonly bundle: Uint8Array;
  /** Empty for those that the webhooks come from. */
  readonly installations: readonly string[];
  /** Each webhook only for the installation that it comes from. */
  readonly eachToItsSource?: boolean;
  /** Names of webhooks; empty for all. */
  readonly only: readonly string[];
  /** Also plans to delete webhooks that the bundle lacks. */
  readonly deletes: boolean;
}

export interface Prepared {
  readonly planId: string;
  readonly view: BundleView;
  readonly eachToItsSource: boolean;
  /** Installations to change, by id. */
  readonly targets: ReadonlyMap<string, ConnectionView>;
  /** Without unchanged rows. */
  readonly rows: readonly PlanRowView[];
  readonly unchanged: number;
}

/** Prepares the plan of a bundle or folder. Sends nothing but reads. */
export async function preparePlan(
  client: HookdeskClient,
  { name: bundleName, bundle, installations, only, deletes, ...given }: BundleToPlan,
  signal: AbortSignal,
): Promise<Prepared> {
  const opened = await openBundle(client, bundleName, bundle);
  const targets = { ...(await targetsOf(client, opened, installations)), ...given };
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
  const changes = chosen.filter(({ state }) => state !== 'unchanged');
  const targeted = (await client.connections.list()).filter(({ id }) =>
    targets.connectionIds.includes(id),
  );
  return {
    planId,
    view: opened.view,
    eachToItsSource: targets.eachToItsSource,
    targets: new Map(targeted.map((each) => [each.id, each])),
    rows: changes,
    unchanged: chosen.length - changes.length,
  };
}

export const changesProduction = ({ targets }: Prepared): boolean =>
  [...targets.values()].some(({ environment }) => (environment ?? 'production') === 'production');

/** With the findings of the templates that ready rows would send. */
export async function planResult(
  client: HookdeskClient,
  { planId, rows, targets, unchanged }: Prepared,
): Promise<Results['plan']> {
  const findings = new Map<string, Omit<RowFindings, 'key'>>();
  for await (const { found } of await client.plans.findings({ planId })) {
    for (const { key, ...counts } of found) findings.set(key, counts);
  }
  return {
    unchanged,
    rows: rows.map((row) => ({
      installation: targets.get(row.connectionId)?.name ?? row.connectionId,
      environment: targets.get(row.connectionId)?.environment ?? null,
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
      findings: findings.get(row.key) ?? null,
    })),
  };
}
