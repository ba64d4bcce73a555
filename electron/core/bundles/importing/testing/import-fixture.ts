import type { PlanRowView, PlanState, SourceOf } from '#contract/plans.ts';
import type { StoredCore } from '#test-support/stored-core-fixture.ts';

type ImportCore = Pick<StoredCore, 'files' | 'plans'>;

/** Uploads a file to the core, as a window does. */
export async function openFile({ files }: ImportCore, content: string): Promise<string> {
  const bytes = Buffer.from(content);
  const { fileId } = await files.begin('a.hookdesk.json', bytes.length);
  await files.add(fileId, bytes.toString('base64'));
  await files.open(fileId);
  return fileId;
}

type BundleInput = Omit<SourceOf<'bundle'>, 'kind' | 'connectionIds'> & {
  readonly connectionIds: readonly string[];
};

/** Compares a file with installations, and returns all rows and the plan. */
export async function planned(
  { plans }: ImportCore,
  input: BundleInput,
): Promise<{ planId: string; rows: PlanRowView[] }> {
  const rows: PlanRowView[] = [];
  for await (const event of plans.prepare({
    ...input,
    kind: 'bundle',
    connectionIds: [...input.connectionIds],
  })) {
    if (event.kind === 'rows') rows.push(...event.rows);
    if (event.kind === 'progress' && event.problem !== null) {
      throw new Error(event.problem.message);
    }
    if (event.kind === 'end') return { planId: event.planId, rows };
  }
  throw new Error('There is no plan.');
}

/** Starts a plan of these rows. */
export async function begin(
  { plans }: ImportCore,
  { planId, rows }: { planId: string; rows: readonly PlanRowView[] },
): Promise<string> {
  const keys = rows.map(({ key }) => key);
  await plans.run(planId, keys, { atOnce: 8, onFailure: 'stop' });
  return planId;
}

/** Waits until a plan ends, and returns its state. */
export async function ended({ plans }: ImportCore, planId: string): Promise<PlanState> {
  let last: PlanState | null = null;
  for await (const event of plans.runs.watch(planId)) {
    if (event.kind === 'state') last = event.planState;
  }
  if (last === null) throw new Error('It was not said how the plan stands.');
  return last;
}
