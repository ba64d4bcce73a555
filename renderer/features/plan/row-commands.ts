import HistoryIcon from '@lucide/svelte/icons/history';
import SquarePen from '@lucide/svelte/icons/square-pen';
import type { PlanRowView } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import { type MenuItem, menuOfThing, type ThingCommand } from '../../ui/menu-item.ts';
import type { Connections } from '../../shared/installations/connections.svelte.ts';
import type { Navigation } from '../../workspace/navigation.svelte.ts';

interface RowPlaces {
  readonly connections: Connections;
  readonly navigation: Navigation;
}

/** What a row with a result leads to; `null` for a command that has no target. */
function rowCommands(
  row: PlanRowView,
  result: RowResult,
  { connections, navigation }: RowPlaces,
): Record<'open' | 'history', ThingCommand | null> {
  const { connectionId, name } = row;
  const { entryId } = result;
  const connection = connections.find(connectionId);
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
              navigation.select(connection.id);
              void navigation.open(webhookId);
              navigation.focusEditor();
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
              navigation.showEntry(
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
  places: RowPlaces,
): { label: string; items: MenuItem[] } | null {
  const result = row === null ? undefined : results.get(row.key);
  if (row === null || result === undefined) return null;
  const items = menuOfThing(rowCommands(row, result, places));
  return items.length === 0 ? null : { label: row.name, items };
}
