import type { PrepareEvent, PrepareProgress } from '#contract/plans.ts';
import { eachInstallation } from '../each-installation.ts';
import { withProgress } from '../progress.ts';
import type { HeldRows } from './held-rows.ts';
import { PreparedPlan } from './prepared-plan.ts';
import { progressOf, type Proposal, type Proposing } from './proposal.ts';
import { readForPlan, type ReadingNeeds } from './read-for-plan.ts';

interface Preparing {
  readonly planId: string;
  readonly propose: (how: Proposing) => Promise<Proposal>;
  /** Answers to it and secrets given to it apply again. */
  readonly earlier: PreparedPlan | undefined;
  readonly signal: AbortSignal | undefined;
}

const keyOf = ({ connectionId }: PrepareProgress): string => connectionId ?? '';

/** Sends nothing. Returns `null` when aborted while installations are read. */
export async function* prepare(
  needs: ReadingNeeds & { readonly here: HeldRows },
  { planId, propose, earlier, signal }: Preparing,
): AsyncGenerator<PrepareEvent, PreparedPlan | null, void> {
  const { ports, here } = needs;
  const proposal = yield* withProgress<PrepareProgress, Proposal>(
    (report, stop) => propose({ planId, report, signal: stop }),
    { keyOf, signal },
  );
  const { rows, connectionIds, blocked = [] } = proposal;
  if (rows !== null) here.hold(planId, rows);
  const holder = rows === null ? ports.bundleWorker : here;
  const plan = new PreparedPlan(ports, planId, proposal, holder, earlier?.lastingAnswers);
  let isWhole = false;
  try {
    for (const [connectionId, problem] of blocked) {
      await plan.block(connectionId, problem);
    }
    for (const connectionId of connectionIds) yield progressOf({ connectionId });
    yield* withProgress<PrepareProgress>(
      (report, stop) =>
        eachInstallation(connectionIds, (connectionId) =>
          readForPlan(needs, plan, connectionId, report, stop),
        ),
      { keyOf, signal },
    );
    if (signal?.aborted === true) return null;
    for (const decided of plan.decided) {
      for await (const part of plan.changed(decided)) {
        yield { kind: 'rows', rows: [...part] };
      }
    }
    isWhole = true;
    return plan;
  } finally {
    if (!isWhole) await plan.forget();
  }
}
