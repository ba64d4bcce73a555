import type { BundleView } from '#contract/bundle-import.ts';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import { JournalFilter } from '#contract/journal.ts';
import type { PlanRowView, PlanSource, RowFindings } from '#contract/plans.ts';
import { PausesByWebhook } from '#domain/pausing/pauses-by-webhook.ts';
import { plainError, type Problem, ProblemError } from '#domain/problem.ts';
import type { Results } from '../output/results.ts';
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
  /** Names of webhooks, or queries; empty for all. */
  readonly only: readonly string[];
  /** Also plans to delete webhooks that the bundle lacks. */
  readonly deletes: boolean;
}

export interface Prepared {
  readonly planId: string;
  /** Installations to change, by id. */
  readonly targets: ReadonlyMap<string, ConnectionView>;
  /** Without unchanged rows. */
  readonly rows: readonly PlanRowView[];
  /** Of all rows. */
  readonly keys: ReadonlySet<string>;
  readonly unchanged: number;
}

export interface PreparedBundle extends Prepared {
  readonly view: BundleView;
  readonly eachToItsSource: boolean;
}

/**
 * Prepares the plan of a bundle or folder. Sends nothing but reads.
 * @param beforeReading called with the installations to change
 */
export async function preparePlan(
  client: HookdeskClient,
  { name: bundleName, bundle, installations, only, deletes, ...given }: BundleToPlan,
  signal: AbortSignal,
  beforeReading: (connectionIds: string[]) => Promise<void> = () => Promise.resolve(),
): Promise<PreparedBundle> {
  const opened = await openBundle(client, bundleName, bundle);
  const targets = { ...(await targetsOf(client, opened, installations)), ...given };
  await beforeReading(targets.connectionIds);
  const part = only.length === 0 ? {} : { only: [...only] };
  const source = {
    kind: 'bundle',
    fileId: opened.fileId,
    keys: null,
    ...targets,
    ...part,
  } as const;
  const { planId, rows } = await prepareRows(client, { ...source, alsoRemove: deletes }, signal);
  // A running Hookdesk would keep it.
  await client.bundles.forgetFile({ fileId: opened.fileId });
  for (const text of only) {
    // What a query stands for is known to the host only.
    if (text.includes(':') ? rows.length > 0 : rows.some(({ name }) => name === text)) continue;
    throw plainError('refused', `The plan has no webhook “${text}”.`, 'Correct --only.');
  }
  return {
    ...changesOf(rows),
    planId,
    view: opened.view,
    eachToItsSource: targets.eachToItsSource,
    targets: await connectionsOf(client, targets.connectionIds),
  };
}

/**
 * Prepares to undo these entries of History; without any, the plan or single change that was sent last.
 * @param connectionId `null` for all installations
 */
export async function prepareUndo(
  client: HookdeskClient,
  entryIds: readonly string[],
  connectionId: string | null,
  signal: AbortSignal,
): Promise<Prepared> {
  const source: PlanSource | null =
    entryIds.length === 0
      ? await lastSent(client, connectionId)
      : { kind: 'undo', entryIds: [...entryIds] };
  if (source === null) return { planId: '', targets: new Map(), ...changesOf([]) };
  const { planId, rows } = await prepareRows(client, source, signal);
  const its = rows.filter((row) => connectionId === null || row.connectionId === connectionId);
  const ids = its.map((row) => row.connectionId);
  return { ...changesOf(its), planId, targets: await connectionsOf(client, ids) };
}

/** Prepares to pause or to resume. An installation that cannot be read blocks its own rows only. */
export async function preparePausing(
  client: HookdeskClient,
  source: PlanSource,
  signal: AbortSignal,
): Promise<Prepared> {
  const { planId, rows } = await prepareRows(client, source, signal, () => undefined);
  const ids = rows.map(({ connectionId }) => connectionId);
  const targets = await connectionsOf(client, ids);
  const changes = changesOf(rows);
  // A pause of webhooks that other pauses disabled sends nothing, but it keeps them disabled, too.
  const isEmpty = changes.rows.length === 0 && source.kind === 'pause';
  return { ...(isEmpty ? { ...changes, rows, unchanged: 0 } : changes), planId, targets };
}

/** An undo does not count: a second one would otherwise bring back what the first removed. */
async function lastSent(
  client: HookdeskClient,
  connectionId: string | null,
): Promise<PlanSource | null> {
  const page = { filter: { connectionId }, after: null, limit: 500 };
  const { entries } = await client.journal.page(page);
  const last = entries.find(({ undoes }) => undoes === null);
  if (last === undefined) return null;
  const { id, planId } = last;
  if (planId === null) return { kind: 'undo', entryIds: [id] };
  return {
    kind: 'undo-matching',
    filter: JournalFilter.parse({ planId, connectionId }),
    except: [],
  };
}

async function prepareRows(
  client: HookdeskClient,
  source: PlanSource,
  signal: AbortSignal,
  onProblem = (problem: Problem): void => {
    throw new ProblemError(problem);
  },
): Promise<{ planId: string; rows: PlanRowView[] }> {
  const rows = new Map<string, PlanRowView>();
  let planId = '';
  for await (const event of await client.plans.prepare(source, { signal })) {
    if (event.kind === 'progress' && event.problem !== null) onProblem(event.problem);
    if (event.kind === 'rows') for (const row of event.rows) rows.set(row.key, row);
    if (event.kind === 'end') planId = event.planId;
  }
  const all = [...rows.values()];
  return { planId, rows: source.kind === 'resume' ? all : await withEndedPauses(client, all) };
}

/** Adds the reason to rows that enable a paused webhook. */
async function withEndedPauses(client: HookdeskClient, rows: PlanRowView[]) {
  if (!rows.some(({ enables }) => enables)) return rows;
  const pauses = new PausesByWebhook(await client.pauses.list());
  return rows.map((row) =>
    pauses.isEndedBy(row) ? { ...row, reasons: [...row.reasons, 'Ends its pause.'] } : row,
  );
}

export function changesOf(
  all: readonly PlanRowView[],
): Pick<Prepared, 'rows' | 'keys' | 'unchanged'> {
  const rows = all.filter(({ state }) => state !== 'unchanged');
  return { rows, keys: new Set(all.map(({ key }) => key)), unchanged: all.length - rows.length };
}

async function connectionsOf(
  client: HookdeskClient,
  ids: readonly string[],
): Promise<Prepared['targets']> {
  const all = (await client.connections.list()).filter(({ id }) => ids.includes(id));
  return new Map(all.map((each) => [each.id, each]));
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
