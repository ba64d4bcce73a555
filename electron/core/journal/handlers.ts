import { implement } from '@orpc/server';
import { journalProcedures } from '#contract/journal.ts';
import type { JournalState } from '#contract/journal.ts';
import type { Connections } from '../connections/connections.ts';
import { withRpcErrors } from '../rpc-problems.ts';
import type { Journal } from './journal.ts';

export function journalHandlers(
  journal: Journal,
  settle: () => Promise<void>,
  connections: Pick<Connections, 'saved'>,
) {
  const os = implement(journalProcedures);
  /** Entries of a removed installation can never be reconciled. */
  const shown = (state: JournalState): JournalState => {
    const saved = new Set(connections.saved().map(({ id }) => id));
    const open = state.open.filter(({ connectionId }) => saved.has(connectionId));
    return { ...state, open };
  };
  async function* watched(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<JournalState, void, void> {
    for await (const state of journal.watch(signal)) yield shown(state);
  }
  return {
    page: os.page.handler(({ input, signal }) =>
      journal.page(input.filter, input.after, input.limit, signal),
    ),
    read: os.read.handler(({ input }) => journal.read(input.entryId)),
    count: os.count.handler(({ input, signal }) =>
      withRpcErrors(journal.count(input.filter, signal)),
    ),
    export: os.export.handler(({ input, signal }) =>
      withRpcErrors(journal.export(input.filter, signal)),
    ),
    watch: os.watch.handler(({ signal }) => withRpcErrors(watched(signal))),
    keep: os.keep.handler(async ({ input }) =>
      shown(await journal.keep(input.days, input.clockIsRight)),
    ),
    settle: os.settle.handler(async () => {
      await settle();
      return shown(journal.state());
    }),
  };
}
