import type { journalProcedures, JournalState } from '#contract/journal.ts';
import type { Handlers } from '../router.ts';
import type { Connections } from '../connections/connections.ts';
import type { Journal } from './journal.ts';

export function journalHandlers(
  journal: Journal,
  settle: (connectionIds: readonly string[] | null) => Promise<number>,
  connections: Pick<Connections, 'saved'>,
): Handlers<typeof journalProcedures> {
  /** Entries of a removed installation can never be reconciled. */
  const withoutRemoved = (state: JournalState): JournalState => {
    const saved = new Set(connections.saved().map(({ id }) => id));
    const open = state.open.filter(({ connectionId }) => saved.has(connectionId));
    return { ...state, open };
  };
  async function* watch(signal: AbortSignal | undefined): AsyncGenerator<JournalState, void, void> {
    for await (const state of journal.watch(signal)) yield withoutRemoved(state);
  }
  return {
    page: ({ filter, after, limit }, signal) => journal.page(filter, after, limit, signal),
    read: ({ entryId }) => journal.read(entryId),
    count: ({ filter }, signal) => journal.count(filter, signal),
    export: ({ filter }, signal) => journal.export(filter, signal),
    watch: (_input, signal) => watch(signal),
    keep: async ({ days, clockIsRight }) => withoutRemoved(await journal.keep(days, clockIsRight)),
    settle: async ({ connectionIds }) => {
      const wait = await settle(connectionIds);
      return { ...withoutRemoved(journal.state()), wait };
    },
  };
}
