import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import { copyCommands, type CopySource } from '../../workspace/commands/copy-commands.ts';
import { copySourceOf, linkIn } from '../../workspace/commands/copy-sources.ts';
import { menuOfThing } from '../../workspace/commands/thing-command.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import { entryCommands, selectedEntryCommands } from './entry-commands.ts';
import { titleOf } from './labels.ts';

export function entryMenu(
  element: Element,
  workspace: Workspace,
  notices: Notices,
): { label: string; items: MenuItem[] } | null {
  const { history, client, connections } = workspace;
  const entryId = element.closest('[id^="entry-"]')?.id.slice('entry-'.length);
  const entry = history.entries.find(({ id }) => id === entryId);
  if (entry === undefined) return null;
  if (history.selection.size > 1 && history.selection.has(entry)) {
    const { compare, undo } = selectedEntryCommands(workspace);
    return {
      label: 'Selected entries',
      items: menuOfThing({ compare, undo: { ...undo, label: undo.named } }),
    };
  }

  const { id, connectionId, webhookId, name } = entry;
  const connection = connections.find(connectionId);
  /** The definition that the change sent, or the one that it deleted. */
  async function definition(): Promise<WebhookDefinition> {
    const { meant, before } = await client.journal.read({ entryId: id });
    const found = meant ?? before;
    if (found === null) throw new Error('The entry has no definition.');
    return found;
  }
  const target = { connection, connectionId, webhookId, name, title: name, draft: null };
  const source = copySourceOf({ ...target, definition }, workspace);
  // The sample values belong to the installation.
  const copied: CopySource = {
    ...source,
    request: connection === undefined ? null : source.request,
    link: linkIn(workspace, { kind: 'entry', entryId: id }),
  };
  const items = menuOfThing({ ...entryCommands(entry, workspace) }, copyCommands(copied, notices));
  return { label: titleOf(entry), items };
}
