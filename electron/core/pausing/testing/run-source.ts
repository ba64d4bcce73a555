import type { HookdeskClient } from '#contract/index.ts';
import type { PauseTerms, PlanRowView, PlanSource, RunEvent } from '#contract/plans.ts';
import { seenInRows } from '#test-support/seen-webhooks.ts';

/** Rows of a plan that is prepared as a window does. */
export async function prepareSource(
  client: HookdeskClient,
  source: PlanSource,
): Promise<{ planId: string; title: string; rows: PlanRowView[]; keys: string[] }> {
  const rows: PlanRowView[] = [];
  for await (const event of await client.plans.prepare(source)) {
    if (event.kind === 'rows') rows.push(...event.rows);
    if (event.kind !== 'end') continue;
    const ready = rows.filter(({ state }) => state === 'ready');
    // A pause of webhooks that another pause disabled sends nothing.
    const chosen = ready.length === 0 && source.kind === 'pause' ? rows : ready;
    const keys = chosen.map(({ key }) => key);
    return { planId: event.planId, title: event.title, rows, keys };
  }
  throw new Error('There is no plan.');
}

/** The events of a plan until its end. */
export async function eventsOf(client: HookdeskClient, planId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of await client.plans.watch({ planId })) events.push(event);
  return events;
}

/** Runs the ready rows of a plan to the end. */
export async function runPrepared(
  client: HookdeskClient,
  { planId, keys }: { readonly planId: string; readonly keys: string[] },
): Promise<void> {
  if (keys.length === 0) return;
  await client.plans.run({ planId, keys, options: { atOnce: 1, onFailure: 'go-on' } });
  await eventsOf(client, planId);
}

export async function runSource(client: HookdeskClient, source: PlanSource) {
  const prepared = await prepareSource(client, source);
  await runPrepared(client, prepared);
  return prepared;
}

/** The source that pauses webhooks with these names, as last read. */
export async function pauseOf(
  client: HookdeskClient,
  connectionId: string,
  chosen: readonly string[],
  terms: Partial<PauseTerms> = {},
): Promise<Extract<PlanSource, { kind: 'pause' }>> {
  const webhooks = [];
  for await (const event of await client.webhooks.list({ connectionId }))
    if (event.kind === 'rows')
      webhooks.push(...seenInRows(event.rows.filter(({ name }) => chosen.includes(name))));
  const usual = { until: null, reason: 'Maintenance', zone: 'UTC', resumesItself: false };
  return { kind: 'pause', selection: [{ connectionId, webhooks }], ...usual, ...terms };
}
