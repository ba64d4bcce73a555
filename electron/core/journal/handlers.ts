import { implement } from '@orpc/server';
import { journalProcedures } from '#contract/journal.ts';
import type { JournalStanding } from '#contract/journal.ts';
import type { Connections } from '../connections/connections.ts';
import { guarded } from '../rpc-problems.ts';
import type { Journal } from './journal.ts';

export function journalHandlers(
  journal: Journal,
  settle: () => Promise<void>,
  connections: Pick<Connections, 'saved'>,
) {
  const os = implement(journalProcedures);
  /** Entries of a removed installation can never be reconciled. */
  const shown = (standing: JournalStanding): JournalStanding => {
    const saved = new Set(connections.saved().map(({ id }) => id));
    const open = standing.open.filter(({ connectionId }) => saved.has(connectionId));
    return { ...standing, open };
  };
  async function* watched(
    signal: AbortSignal | undefined,
  ): AsyncGenerator<JournalStanding, void, void> {
    for await (const standing of journal.watch(signal)) yield shown(standing);
  }
  return {
    page: os.page.handler(({ input, signal }) =>
      journal.page(input.filter, input.after, input.limit, signal),
    ),
    read: os.read.handler(({ input }) => journal.read(input.entryId)),
    count: os.count.handler(({ input, signal }) => guarded(journal.count(input.filter, signal))),
    export: os.export.handler(({ input, signal }) => guarded(journal.export(input.filter, signal))),
    watch: os.watch.handler(({ signal }) => guarded(watched(signal))),
    keep: os.keep.handler(async ({ input }) =>
      shown(await journal.keep(input.days, input.clockIsRight)),
    ),
    settle: os.settle.handler(async () => {
      await settle();
      return shown(journal.standing());
    }),
  };
}
