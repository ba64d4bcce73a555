import type { SearchRow } from '#contract/search.ts';
import type { EntrySummary } from '#domain/journal/entry.ts';
import { parseQuery } from '#domain/search/parse-query.ts';
import { openFileFromSystem } from '../features/bundles/importing/open-incoming-file.ts';
import { allOfHistory, journalFilterOf } from '../features/history/history-filter.ts';
import { titleOf } from '../features/history/history-labels.ts';
import { nameOf } from '../features/list/list-labels.ts';
import { inQuotes } from '../features/search/query-parts.ts';
import { momentOf } from '../ui/date-formats.ts';
import { counted } from '#domain/text/wording.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import type { AppCommand } from './app-command.ts';
import { openAll } from './shortcuts.ts';

const maxPerKind = 8;
/** A shorter text finds nearly everything. */
const minLetters = 2;

/** Finds webhooks of all installations and entries of History; without a text, what was opened last. */
export async function findThings(text: string, workspace: Workspace): Promise<AppCommand[]> {
  const wanted = text.trim();
  if (wanted === '') return recentCommands(workspace).catch(() => []);
  if (wanted.length < minLetters) return [];
  // Each kind is found without the other, such as while the vault is locked.
  const kinds = await Promise.allSettled([
    findWebhooks(wanted, workspace),
    findEntries(wanted, workspace),
  ]);
  return kinds.flatMap((kind) => (kind.status === 'fulfilled' ? kind.value : []));
}

/** A text that is no query, such as `CRM: tickets`, may be the name of a webhook. */
export const asQuery = (text: string): string =>
  parseQuery(text).mistakes.length > 0 ? inQuotes(text) : text;

async function findWebhooks(given: string, workspace: Workspace): Promise<AppCommand[]> {
  const { search } = workspace.client;
  const text = asQuery(given);
  const { searchId, total } = await search.open({ text, sort: { by: 'name', descending: false } });
  try {
    const { rows } = await search.rows({ searchId, from: 0, count: maxPerKind });
    const commands = rows.flatMap((row) => webhookCommand(row, workspace) ?? []);
    return total <= maxPerKind ? commands : [...commands, showAllCommand(text, total, workspace)];
  } finally {
    await search.close({ searchId });
  }
}

const webhooksFound = 'Webhooks on all installations';

function webhookCommand(
  { connectionId, key, webhook }: SearchRow,
  workspace: Workspace,
): AppCommand | null {
  const connection = workspace.connections.find(connectionId);
  if (connection === undefined || webhook === null) return null;
  return {
    id: `webhook-${connectionId}-${key}`,
    group: webhooksFound,
    connectionId,
    label: `${nameOf(webhook)} on ${connection.name}`,
    run: () => {
      workspace.navigation.select(connectionId);
      workspace.navigation.openListed(connectionId, webhook);
      workspace.editor.focus.request();
    },
  };
}

const showAllCommand = (text: string, total: number, workspace: Workspace): AppCommand => ({
  id: 'all-found',
  group: webhooksFound,
  label: `Show ${counted(total, 'webhook')} that match “${text}”`,
  run: () => {
    workspace.all.openSearch(text);
    void openAll(workspace);
  },
});

async function findEntries(text: string, workspace: Workspace): Promise<AppCommand[]> {
  const filter = { ...allOfHistory, text };
  const { entries, next } = await workspace.client.journal.page({
    filter: journalFilterOf(filter, new Date()),
    after: null,
    limit: maxPerKind,
  });
  const commands = entries.map((entry) => entryCommand(entry, workspace));
  if (next === null || commands.length === 0) return commands;
  const showAll = {
    id: 'all-entries-found',
    group: 'History',
    label: `Show the entries that match “${text}”`,
    run: () => {
      workspace.history.changeFilter(filter);
      workspace.navigation.showHistory();
    },
  };
  return [...commands, showAll];
}

const entryCommand = (entry: EntrySummary, workspace: Workspace): AppCommand => ({
  id: `entry-${entry.id}`,
  group: 'History',
  connectionId: entry.connectionId,
  label: `${titleOf(entry)} on ${entry.connectionName}, ${momentOf(entry.at)}`,
  run: () => workspace.navigation.showEntry(entry.id, { connectionId: entry.connectionId }),
});

/** What was opened last, as commands that open it again. The open webhook is left out. */
async function recentCommands(workspace: Workspace): Promise<AppCommand[]> {
  const { client, connections, editor, notices } = workspace;
  const { webhooks, searches, files } = await client.recent.read();
  const opened = editor.draft;
  return [
    ...webhooks.flatMap(({ connectionId, webhookId, name }) => {
      const connection = connections.find(connectionId);
      const isOpen = opened?.connectionId === connectionId && opened.base?.id === webhookId;
      if (connection === undefined || isOpen) return [];
      return {
        id: `recent-${connectionId}-${webhookId}`,
        group: 'Recent webhooks',
        connectionId,
        label: `${name} on ${connection.name}`,
        run: () => {
          workspace.navigation.select(connectionId);
          void workspace.navigation.openOf(connectionId, webhookId);
          editor.focus.request();
        },
      };
    }),
    ...searches.map((text, at) => ({
      id: `recent-search-${at}`,
      group: 'Recent searches',
      label: text,
      run: () => {
        workspace.all.openSearch(text);
        void openAll(workspace);
      },
    })),
    ...files.map(({ path }, at) => ({
      id: `recent-file-${at}`,
      group: 'Recent files',
      label: fileLabel(path),
      run: () =>
        void notices.attempt(async () => {
          openFileFromSystem(workspace, notices, await client.recent.openFile({ path }));
        }),
    })),
  ];
}

/** The name first, because a long line loses its end. */
export function fileLabel(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return `${path.slice(end + 1)} in ${path.slice(0, Math.max(end, 1))}`;
}
