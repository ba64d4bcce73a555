import SquarePen from '@lucide/svelte/icons/square-pen';
import type { ConnectionView } from '#contract/index.ts';
import { isAddressable, keyOf, type ListedSummary } from '#domain/webhook/listed.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import { copyCommands, copySourceOf } from '../../workspace/commands/copy-commands.ts';
import {
  changeCommands,
  selectedWebhookCommands,
  webhookCommands,
  type WebhookTarget,
} from '../../workspace/commands/webhook-commands.ts';
import type { Navigation } from '../../workspace/navigation.svelte.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';
import { type MenuItem, menuOfThing, type ThingCommand } from '../../ui/menu-item.ts';
import { nameOf } from './list-labels.ts';
import type { WebhookList } from './webhook-list.svelte.ts';

interface Shown {
  readonly connection: ConnectionView;
  readonly list: WebhookList;
}

export function webhookMenu(
  element: Element,
  { connection, list }: Shown,
  workspace: Workspace,
  notices: Notices,
): { label: string; items: MenuItem[] } | null {
  const key = element.closest('[id^="webhook-"]')?.id.slice('webhook-'.length);
  const id = Number(key);
  const row = list.shown.find((each) => (each.id === null ? each.key === key : each.id === id));
  if (row === undefined) return null;
  const isSelected = row.id !== null && list.ticks.has(String(row.id));
  const selected = isSelected && list.tickedIds.length > 1 ? selectionMenu(workspace) : null;
  if (selected !== null) return selected;
  const shown = {
    connection,
    isDeleted: list.remoteChanges.marks.get(keyOf(row))?.kind === 'deleted',
    open: () => {
      openRow(row, list, workspace.navigation);
    },
  };
  return { label: nameOf(row), items: itemsOf(row, shown, workspace, notices) };
}

/** `null` if no webhook is selected. */
export function selectionMenu(workspace: Workspace): { label: string; items: MenuItem[] } | null {
  const selected = selectedWebhookCommands(workspace);
  if (selected === null) return null;
  const commands = Object.entries(selected).map(
    ([name, command]) => [name, { ...command, label: command.named }] as const,
  );
  return { label: 'Selected webhooks', items: menuOfThing(Object.fromEntries(commands)) };
}

interface ShownRow {
  readonly connection: ConnectionView;
  /** By others, since the list was read before. */
  readonly isDeleted: boolean;
  readonly open: () => void;
  readonly further?: Readonly<Record<string, ThingCommand>>;
}

export function itemsOf(
  row: ListedSummary,
  { connection, isDeleted, open: choose, further = {} }: ShownRow,
  workspace: Workspace,
  notices: Notices,
): MenuItem[] {
  const { id, digest, name, url, enabled } = row;
  const open = {
    label: 'Open',
    named: `Open “${nameOf(row)}”`,
    icon: SquarePen,
    shortcut: 'Enter',
    choose,
  };
  if (id === null || isDeleted) {
    const source = { name, id, url: () => url, request: null, link: null };
    return menuOfThing({ open, ...further }, copyCommands(source, notices));
  }
  const target = targetOf({ ...row, id }, connection, workspace);
  const {
    'turn-on': turnOn,
    'turn-off': turnOff,
    delete: remove,
  } = changeCommands(
    {
      selection: [{ connectionId: connection.id, webhooks: [{ id, digest }] }],
      named: `“${nameOf(row)}”`,
    },
    workspace,
  );
  const changes = connection.readOnly ? {} : { turn: enabled ? turnOff : turnOn, remove };
  const copies = copyCommands(copySourceOf(target, workspace), notices);
  return menuOfThing(
    { open, ...further, ...webhookCommands(target, workspace), ...changes },
    copies,
  );
}

function targetOf(
  row: ListedSummary & { readonly id: number },
  connection: ConnectionView,
  workspace: Workspace,
): WebhookTarget {
  const webhookId = row.id;
  const existing = workspace.drafts.ofWebhook(connection.id, webhookId);
  const draft = existing?.isEdited === true ? existing : null;
  return {
    connection,
    connectionId: connection.id,
    webhookId,
    seen: { id: webhookId, digest: row.digest },
    name: draft?.definition.name ?? row.name,
    title: draft?.title ?? nameOf(row),
    draft,
    definition: () =>
      Promise.resolve(draft?.definition ?? definitionOf(webhookId, connection.id, workspace)),
  };
}

/** The last read state; the service is asked only if it is not known. */
async function definitionOf(
  webhookId: number,
  connectionId: string,
  { client }: Workspace,
): Promise<WebhookDefinition> {
  const { webhook } = await client.snapshots.read({ connectionId, key: webhookId });
  if (webhook !== null && isAddressable(webhook)) return webhook;
  return (await client.webhooks.read({ connectionId, webhookId })).webhook;
}

/** Opens the change by others first if the list shows only such changes. */
export function openRow(row: ListedSummary, list: WebhookList, navigation: Navigation): void {
  const key = keyOf(row);
  const mark = list.remoteChanges.marks.get(key);
  const isLookedFor = list.showsOnlyRemoteChanges && mark !== undefined;
  if (isLookedFor || mark?.kind === 'deleted') navigation.showRemoteChange(key);
  else navigation.openListed(list.connectionId, row);
}
