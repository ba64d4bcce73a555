import type { journalProcedures, JournalState } from '#contract/journal.ts';
import type { Handlers } from '../router.ts';
import type { Connections } from '../connections/connections.ts';
import type { Journal } from './journal.ts';

export function journalHandlers(
  journal: Journal,
  settle: () => Promise<void>,
  connections: Pick<Connections, 'saved'>,
): Handlers<typeof journalProcedures> {
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
    page: ({ filter, after, limit }, signal) => journal.page(filter, after, limit, signal),
    read: ({ entryId }) => journal.read(entryId),
    count: ({ filter }, signal) => journal.count(filter, signal),
    export: ({ filter }, signal) => journal.export(filter, signal),
    watch: (_input, signal) => watched(signal),
    keep: async ({ days, clockIsRight }) => shown(await journal.keep(days, clockIsRight)),
    settle: async () => {
      await settle();
      return shown(journal.state());
    },
  };
}
