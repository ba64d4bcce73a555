import Server from '@lucide/svelte/icons/server';
import { itemsOf, selectionMenu } from '../list/webhook-menu.ts';
import { nameOf } from '../list/list-labels.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import type { AllWebhooks } from './all-webhooks.svelte.ts';

export function foundMenu(
  element: Element,
  all: AllWebhooks,
  workspace: Workspace,
  notices: Notices,
): { label: string; items: MenuItem[] } | null {
  const index = element.closest('[id^="found-"]')?.id.slice('found-'.length);
  const row = index === undefined ? null : all.rowAt(Number(index));
  const connection = row === null ? undefined : workspace.connections.find(row.connectionId);
  if (row?.webhook == null || connection === undefined) return null;
  const { webhook } = row;
  const selected =
    all.selection.has(row) && all.selection.size > 1 ? selectionMenu(workspace) : null;
  if (selected !== null) return selected;
  const shown = {
    connection,
    isDeleted: false,
    open: () => {
      workspace.navigation.openListed(connection.id, webhook);
    },
    further: {
      installation: {
        label: 'Show the installation',
        named: `Show ${connection.name}`,
        icon: Server,
        choose: () => workspace.navigation.select(connection.id),
      },
    },
  };
  return { label: nameOf(webhook), items: itemsOf(webhook, shown, workspace, notices) };
}
