import { implement } from '@orpc/server';
import { journalProcedures } from '#contract/journal.ts';
import { guarded } from '../rpc-problems.ts';
import type { Journal } from './journal.ts';

/** What the window asks of the journal. `settle` reads installations with open entries. */
export function journalHandlers(journal: Journal, settle: () => Promise<void>) {
  const os = implement(journalProcedures);
  return {
    page: os.page.handler(({ input, signal }) =>
      journal.page(input.filter, input.after, input.limit, signal),
    ),
    read: os.read.handler(({ input }) => journal.read(input.entryId)),
    count: os.count.handler(({ input, signal }) => guarded(journal.count(input.filter, signal))),
    export: os.export.handler(({ input, signal }) => guarded(journal.export(input.filter, signal))),
    watch: os.watch.handler(({ signal }) => guarded(journal.watch(signal))),
    keep: os.keep.handler(({ input }) => journal.keep(input.days, input.clockIsRight)),
    settle: os.settle.handler(async () => {
      await settle();
      return journal.standing();
    }),
  };
}
