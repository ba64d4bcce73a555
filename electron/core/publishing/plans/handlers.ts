import { implement } from '@orpc/server';
import { planProcedures } from '#contract/plans.ts';
import { withRpcErrors } from '../../rpc-problems.ts';
import type { Plans } from './plans.ts';

export function planHandlers(plans: Plans) {
  const os = implement(planProcedures);
  return {
    prepare: os.prepare.handler(({ input, signal }) => withRpcErrors(plans.prepare(input, signal))),
    row: os.row.handler(({ input }) => plans.row(input.planId, input.key)),
    rows: os.rows.handler(({ input }) => withRpcErrors(plans.rows(input.planId))),
    answer: os.answer.handler(({ input }) =>
      withRpcErrors(plans.answer(input.planId, input.keys, input.answer)),
    ),
    giveSecret: os.giveSecret.handler(({ input }) =>
      withRpcErrors(plans.giveSecret(input.planId, input.connectionId, input)),
    ),
    withdrawSecret: os.withdrawSecret.handler(({ input }) =>
      withRpcErrors(plans.withdrawSecret(input.planId, input.connectionId, input)),
    ),
    forget: os.forget.handler(({ input }) => plans.forget(input.planId)),
    run: os.run.handler(({ input }) =>
      plans.run(input.planId, input.keys, input.options, input.first),
    ),
    watch: os.watch.handler(({ input, signal }) =>
      withRpcErrors(plans.runs.watch(input.planId, signal)),
    ),
    cancel: os.cancel.handler(({ input }) => {
      plans.runs.cancel(input.planId);
    }),
    report: os.report.handler(({ input }) => plans.report(input.planId, input.format)),
    unfinished: os.unfinished.handler(() => plans.runs.unfinished()),
    resume: os.resume.handler(({ input }) => plans.runs.resume(input.planId)),
    dismiss: os.dismiss.handler(({ input }) => plans.runs.dismiss(input.planId)),
  };
}
