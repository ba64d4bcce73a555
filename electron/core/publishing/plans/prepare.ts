import type { PrepareEvent } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import { blockedRow, decidePlanRow, seenInstallation } from '#domain/publishing/decide-plan-row.ts';
import type { Connections } from '../../connections/connections.ts';
import { eachLimit, installationsAtOnce } from '../../each-limit.ts';
import type { Ports } from '../../ports.ts';
import { stopIfCancelled } from '../../problems.ts';
import { withProgress } from '../../progress.ts';
import type { Installations } from '../../installations/client.ts';
import { noInstallation } from '../publishing-problems.ts';
import type { ReasonedItem } from './items.ts';

/** Items compared before the event loop runs other work. */
const stride = 100;

export interface PrepareNeeds {
  readonly ports: Pick<Ports, 'clock'>;
  readonly connections: Connections;
  readonly installations: Installations;
}

type Progress = Extract<PrepareEvent, { kind: 'progress' }>;

/** Reads each installation once. Sends nothing. */
export async function* rowsOf(
  needs: PrepareNeeds,
  items: readonly ReasonedItem[],
  signal?: AbortSignal,
): AsyncGenerator<Progress, PlanRow[], void> {
  const byConnection = Map.groupBy(items, ({ connectionId }) => connectionId);
  const rows = new Map<ReasonedItem, PlanRow>();
  const installations = {
    kind: 'progress',
    of: 'installations',
    total: byConnection.size,
  } as const;
  yield { ...installations, done: 0 };
  yield* withProgress<Progress>((report) => {
    let done = 0;
    let compared = 0;
    const onCompared = (): void => {
      compared += stride;
      report({ kind: 'progress', of: 'rows', done: compared, total: items.length });
    };
    return eachLimit(installationsAtOnce, [...byConnection], async ([connectionId, its]) => {
      const found = await compareWithInstallation(needs, connectionId, its, { signal, onCompared });
      for (const [item, row] of found) rows.set(item, row);
      done += 1;
      report({ ...installations, done });
    });
  });
  stopIfCancelled(signal);
  return items.flatMap((item) => rows.get(item) ?? []);
}

interface Comparing {
  readonly signal: AbortSignal | undefined;
  readonly onCompared: () => void;
}

async function compareWithInstallation(
  { ports, connections, installations }: PrepareNeeds,
  connectionId: string,
  items: readonly ReasonedItem[],
  { signal, onCompared }: Comparing,
): Promise<[ReasonedItem, PlanRow][]> {
  try {
    stopIfCancelled(signal);
    if (connectionId === '') throw noInstallation();
    const { variant } = connections.findWritable(connectionId);
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const { webhooks } = await client.list({ signal });
    const seen = seenInstallation(variant, webhooks);
    const rows: [ReasonedItem, PlanRow][] = [];
    for (const item of items) {
      const { reasons = [], ...plain } = item;
      const row = decidePlanRow(plain, seen);
      rows.push([item, { ...row, reasons: [...reasons, ...row.reasons] }]);
      if (rows.length % stride !== 0) continue;
      onCompared();
      await ports.clock.yieldToEventLoop();
      stopIfCancelled(signal);
    }
    return rows;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return items.map((item) => [item, blockedRow(item, error.problem)]);
  }
}
