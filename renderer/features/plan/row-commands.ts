import HistoryIcon from '@lucide/svelte/icons/history';
import SquarePen from '@lucide/svelte/icons/square-pen';
import type { PlanRowView } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import { menuOfThing, type ThingCommand } from '../../workspace/commands/thing-command.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';
import type { MenuItem } from '../../ui/menu-item.ts';

/** What a row with a result leads to; `null` for a command that has no target. */
function rowCommands(
  row: PlanRowView,
  result: RowResult,
  workspace: Workspace,
): Record<'open' | 'history', ThingCommand | null> {
  const { connectionId, name } = row;
  const { entryId } = result;
  const connection = workspace.connections.find(connectionId);
  const webhookId = result.webhookId ?? row.webhookId;
  const isDeleted = row.action === 'delete' && result.outcome === 'done';
  return {
    open:
      connection === undefined || webhookId === null || isDeleted
        ? null
        : {
            label: 'Open webhook',
            named: `Open “${name}”`,
            icon: SquarePen,
            choose: () => {
              workspace.select(connection.id);
              void workspace.open(webhookId);
              workspace.editor.focus.request();
            },
          },
    history:
      entryId === null
        ? null
        : {
            label: 'View in History',
            named: `View “${name}” in History`,
            icon: HistoryIcon,
            choose: () =>
              workspace.showEntry(
                entryId,
                webhookId === null
                  ? { connectionId }
                  : { webhook: { connectionId, webhookId, name } },
              ),
          },
  };
}

/** `null` without a command. */
export function rowMenu(
  row: PlanRowView | null,
  results: ReadonlyMap<string, RowResult>,
  workspace: Workspace,
): { label: string; items: MenuItem[] } | null {
  const result = row === null ? undefined : results.get(row.key);
  if (row === null || result === undefined) return null;
  const items = menuOfThing(rowCommands(row, result, workspace));
  return items.length === 0 ? null : { label: row.name, items };
}
