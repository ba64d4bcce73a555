import { implement } from '@orpc/server';
import { comparisonProcedures } from '#contract/comparisons.ts';
import { withRpcErrors } from '../rpc-problems.ts';
import type { Comparisons } from './comparisons.ts';

export function comparisonHandlers(comparisons: Comparisons) {
  const os = implement(comparisonProcedures);
  return {
    open: os.open.handler(({ input, signal }) => withRpcErrors(comparisons.open(input, signal))),
    row: os.row.handler(({ input }) => comparisons.row(input.comparisonId, input.key)),
    export: os.export.handler(({ input }) =>
      comparisons.export(input.comparisonId, input.format, input.keys),
    ),
    close: os.close.handler(({ input }) => {
      comparisons.close(input.comparisonId);
    }),
  };
}
