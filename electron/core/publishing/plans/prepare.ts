import type { HeldSource, PrepareEvent } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import { blockedRow, decide, type ProposedItem } from '#domain/publishing/decide.ts';
import { installationList, listFor } from '#domain/publishing/installation-list.ts';
import type { RowAnswers } from '#domain/publishing/plan.ts';
import type { Connections } from '../../connections/connections.ts';
import { eachLimit, installationsAtOnce } from '../../each-limit.ts';
import type { Ports } from '../../ports.ts';
import { stopIfCancelled } from '../../problems.ts';
import { withProgress } from '../../progress.ts';
import type { Installations } from '../../installations/client.ts';
import { noInstallation } from '../publishing-problems.ts';
import { type ItemNeeds, itemsOf } from './items.ts';
import { type Compared, HeldPlan } from './held-plan.ts';

/** Items compared before the event loop runs other work. */
const stride = 100;

export interface PrepareNeeds extends ItemNeeds {
  readonly ports: Pick<Ports, 'clock'>;
  readonly connections: Connections;
  readonly installations: Installations;
}

type Progress = Extract<PrepareEvent, { kind: 'progress' }>;

/** Sends nothing. Answers to rows of the `earlier` plan apply again. */
export async function* prepareHeld(
  needs: PrepareNeeds,
  source: HeldSource,
  earlier: HeldPlan | null,
  signal?: AbortSignal,
): AsyncGenerator<Progress, HeldPlan, void> {
  const { title, items, rows } = yield* itemsOf(source, needs, signal);
  const answersTo = ({ key }: ProposedItem): RowAnswers => earlier?.answersTo(key) ?? {};
  const compared = yield* comparedItems(needs, items, answersTo, signal);
  const left = rows.map((row): Compared => ({ item: row, row, list: null }));
  return new HeldPlan(needs.ports.clock, title, [...compared, ...left]);
}

/** Reads each installation once. */
async function* comparedItems(
  needs: PrepareNeeds,
  items: readonly ProposedItem[],
  answersTo: (item: ProposedItem) => RowAnswers,
  signal?: AbortSignal,
): AsyncGenerator<Progress, Compared[], void> {
  const byConnection = Map.groupBy(items, ({ connectionId }) => connectionId);
  const compared = new Map<ProposedItem, Compared>();
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
      count += stride;
      report({ kind: 'progress', of: 'rows', done: count, total: items.length });
    };
    return eachLimit(installationsAtOnce, [...byConnection], async ([connectionId, its]) => {
      const how = { answersTo, signal, onCompared };
      const found = await compareWithInstallation(needs, connectionId, its, how);
      for (const each of found) compared.set(each.item, each);
      done += 1;
      report({ ...installations, done });
    });
  });
  stopIfCancelled(signal);
  return items.flatMap((item) => compared.get(item) ?? []);
}

interface Comparing {
  readonly answersTo: (item: ProposedItem) => RowAnswers;
  readonly signal: AbortSignal | undefined;
  readonly onCompared: () => void;
}

async function compareWithInstallation(
  { ports, connections, installations }: PrepareNeeds,
  connectionId: string,
  items: readonly ProposedItem[],
  { answersTo, signal, onCompared }: Comparing,
): Promise<Compared[]> {
  try {
    stopIfCancelled(signal);
    if (connectionId === '') throw noInstallation();
    const { variant } = connections.findWritable(connectionId);
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const { webhooks } = await client.list({ signal });
    const list = listFor(items, installationList(variant, webhooks));
    const rows: Compared[] = [];
    for (const item of items) {
      rows.push({ item, row: decide(item, list, answersTo(item)), list });
      if (rows.length % stride !== 0) continue;
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
