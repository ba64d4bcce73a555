import { openFileFromSystem } from '../features/bundles/importing/open-incoming-file.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import type { AppCommand } from './app-command.ts';
import { openAll } from './shortcuts.ts';

/** What was opened last, as commands that open it again. The open webhook is left out. */
export async function recentCommands(workspace: Workspace): Promise<AppCommand[]> {
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
