import type { planProcedures } from '#contract/plans.ts';
import type { Handlers } from '../../router.ts';
import type { Plans } from './plans.ts';

export function planHandlers(plans: Plans): Handlers<typeof planProcedures> {
  return {
    prepare: (input, signal) => plans.prepare(input, signal),
    row: ({ planId, key, secretsShown }) => plans.row(planId, key, secretsShown),
    rows: ({ planId }) => plans.rows(planId),
    findings: ({ planId }, signal) => plans.findings(planId, signal),
    answer: ({ planId, answers }) => plans.answer(planId, answers),
    giveSecret: (input) => plans.giveSecret(input.planId, input.connectionId, input),
    withdrawSecret: (input) => plans.withdrawSecret(input.planId, input.connectionId, input),
    forget: ({ planId }) => plans.forget(planId),
    run: ({ planId, keys, options, first }) => plans.run(planId, keys, options, first),
    watch: ({ planId }, signal) => plans.runs.watch(planId, signal),
    outcomes: ({ planId }, signal) => plans.runs.outcomes(planId, signal),
    cancel: ({ planId }) => {
      plans.runs.cancel(planId);
    },
    report: ({ planId, format }) => plans.report(planId, format),
    unfinished: () => plans.runs.unfinished(),
    resume: ({ planId, ...changed }) => plans.runs.resume(planId, changed),
    dismiss: ({ planId }) => plans.runs.dismiss(planId),
  };
}
