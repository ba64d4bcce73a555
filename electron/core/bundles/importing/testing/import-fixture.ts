import type { BundlePlanRowView } from '#contract/bundle-import.ts';
import type { PlanSource, PlanState } from '#contract/plans.ts';
import type { StoredCore } from '#test-support/stored-core-fixture.ts';

type ImportCore = Pick<StoredCore, 'importing' | 'plans'>;

/** Gives a file to the core, as a window does. */
export async function openFile({ importing }: ImportCore, content: string): Promise<string> {
  const bytes = Buffer.from(content);
  const { fileId } = await importing.files.begin('a.hookdesk.json', bytes.length);
  await importing.files.add(fileId, bytes.toString('base64'));
  await importing.files.open(fileId);
  return fileId;
}

/** A file held against installations: all rows, and what the plan is called. */
export async function planned(
  { importing }: ImportCore,
  input: Parameters<StoredCore['importing']['plans']['prepare']>[0],
): Promise<{ bundlePlanId: string; rows: BundlePlanRowView[] }> {
  const rows: BundlePlanRowView[] = [];
  for await (const event of importing.plans.prepare(input)) {
    if (event.kind === 'rows') rows.push(...event.rows);
    if (event.kind === 'progress' && event.problem !== null) {
      throw new Error(event.problem.message);
    }
    if (event.kind === 'end') return { bundlePlanId: event.bundlePlanId, rows };
  }
  throw new Error('There is no plan.');
}

/** Begins a plan of these rows. */
export async function begin(
  { plans }: ImportCore,
  { bundlePlanId, rows }: { bundlePlanId: string; rows: readonly BundlePlanRowView[] },
): Promise<string> {
  const source: PlanSource = {
    kind: 'bundle',
    bundlePlanId,
    rows: rows.map(({ connectionId, key }) => ({ connectionId, key })),
  };
  const keys: string[] = [];
  for await (const event of plans.prepare(source)) {
    if (event.kind === 'rows') keys.push(...event.rows.map(({ key }) => key));
    if (event.kind !== 'end') continue;
    await plans.run(event.planId, keys, { atOnce: 8, onFailure: 'stop' });
    return event.planId;
  }
  throw new Error('There is no plan.');
}

/** Waits until a plan has ended, and says how. */
export async function ended({ plans }: ImportCore, planId: string): Promise<PlanState> {
  let last: PlanState | null = null;
  for await (const event of plans.watch(planId)) {
    if (event.kind === 'state') last = event.planState;
  }
  if (last === null) throw new Error('It was not said how the plan stands.');
  return last;
}
