import { implement } from '@orpc/server';
import { searchProcedures } from '#contract/search.ts';
import { withRpcErrors } from '../rpc-problems.ts';
import type { Searches } from './searches.ts';

export function searchHandlers(searches: Searches) {
  const os = implement(searchProcedures);
  return {
    open: os.open.handler(({ input, signal }) => searches.open(input.text, input.sort, signal)),
    rows: os.rows.handler(({ input }) => ({
      rows: searches.rows(input.searchId, input.from, input.count),
    })),
    selection: os.selection.handler(({ input, signal }) =>
      searches.selection(input.searchId, input.except, signal),
    ),
    values: os.values.handler(({ input, signal }) =>
      searches.values(input.term, input.text, signal),
    ),
    close: os.close.handler(({ input }) => {
      searches.close(input.searchId);
    }),
    watch: os.watch.handler(({ signal }) => withRpcErrors(searches.watch(signal))),
  };
}
