import type { HeldSource, PrepareEvent } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import { blockedRow, decide, type ProposedItem } from '#domain/publishing/decide-row.ts';
import { installationList, listFor } from '#domain/publishing/installation-list.ts';
import type { RowAnswers } from '#domain/publishing/plan.ts';
import { eachInstallation } from '../../each-installation.ts';
import { stopIfCancelled } from '../../problems.ts';
import { withProgress } from '../../progress.ts';
import { noInstallation } from '../publishing-problems.ts';
import { type ItemNeeds, type Items, itemsOf } from './items.ts';
import { type Compared, HeldPlan } from './held-plan.ts';

const itemsPerTurn = 100;

type Progress = Extract<PrepareEvent, { kind: 'progress' }>;

/** Sends nothing. Answers to rows of the `earlier` plan apply again. */
export async function* prepareHeld(
  needs: ItemNeeds,
  source: HeldSource,
  earlier: HeldPlan | null,
  signal?: AbortSignal,
): AsyncGenerator<Progress, HeldPlan, void> {
  const proposed = yield* itemsOf(source, needs, signal);
  const answersTo = ({ key }: ProposedItem): RowAnswers => earlier?.answersTo(key) ?? {};
  const compared = yield* comparedItems(needs, proposed, answersTo, signal);
  const left = proposed.rows.map((row): Compared => ({ item: row, row, list: null }));
  return new HeldPlan(needs.ports.clock, proposed, [...compared, ...left]);
}

/** Reads each installation once. */
async function* comparedItems(
  needs: ItemNeeds,
  { items, itemsIn }: Items,
  answersTo: (item: ProposedItem) => RowAnswers,
  signal?: AbortSignal,
): AsyncGenerator<Progress, Compared[], void> {
  const byConnection = Map.groupBy(items, ({ connectionId }) => connectionId);
  const compared = new Map<string, Compared[]>();
  const installations = {
    kind: 'progress',
    of: 'installations',
    total: byConnection.size,
  } as const;
  yield { ...installations, done: 0 };
  yield* withProgress<Progress>((report) => {
    let done = 0;
    let count = 0;
    const onCompared = (): void => {
      count += itemsPerTurn;
      report({ kind: 'progress', of: 'rows', done: count, total: items.length });
    };
    return eachInstallation([...byConnection], async ([connectionId, its]) => {
      const how = { answersTo, signal, onCompared, itemsIn };
      compared.set(connectionId, await compareWithInstallation(needs, connectionId, its, how));
      done += 1;
      report({ ...installations, done });
    });
  });
  stopIfCancelled(signal);
  const all = [...byConnection.keys()].flatMap((id) => compared.get(id) ?? []);
  if (itemsIn !== undefined) return all;
  const byItem = new Map(all.map((each) => [each.item, each]));
  return items.flatMap((item) => byItem.get(item) ?? []);
}

interface Comparing {
  readonly answersTo: (item: ProposedItem) => RowAnswers;
  readonly signal: AbortSignal | undefined;
  readonly onCompared: () => void;
  readonly itemsIn: Items['itemsIn'];
}

async function compareWithInstallation(
  { ports, connections, installations }: ItemNeeds,
  connectionId: string,
  items: readonly ProposedItem[],
  { answersTo, signal, onCompared, itemsIn }: Comparing,
): Promise<Compared[]> {
  try {
    stopIfCancelled(signal);
    if (connectionId === '') throw noInstallation();
    const { variant } = connections.findWritable(connectionId);
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const { webhooks } = await client.list({ signal });
    const current = itemsIn?.(connectionId, webhooks) ?? items;
    const list = listFor(current, installationList(variant, webhooks));
    const rows: Compared[] = [];
    for (const item of current) {
      rows.push({ item, row: decide(item, list, answersTo(item)), list });
      if (rows.length % itemsPerTurn !== 0) continue;
      onCompared();
      await ports.clock.yieldToEventLoop();
      stopIfCancelled(signal);
    }
    return rows;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return items.map((item) => ({ item, row: blockedRow(item, error.problem), list: null }));
  }
}
