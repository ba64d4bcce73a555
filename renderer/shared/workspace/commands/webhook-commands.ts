import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleOff from '@lucide/svelte/icons/circle-off';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import HistoryIcon from '@lucide/svelte/icons/history';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { ConnectionView } from '#contract/index.ts';
import { type ChangeOfMany, changeOfManyWords } from '#domain/publishing/change-many.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { counted } from '../../../ui/counted.ts';
import type { Draft } from '../../drafts/draft.svelte.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { ThingCommand } from './thing-command.ts';

export interface WebhookTarget {
  /** `undefined` if the installation was removed from Hookdesk. */
  readonly connection: ConnectionView | undefined;
  readonly connectionId: string;
  /** `null` for a new webhook. */
  readonly webhookId: number | null;
  readonly name: string;
  /** The name, or words for a missing one. */
  readonly title: string;
  /** The draft if it has edits. */
  readonly draft: Draft | null;
  readonly definition: () => Promise<WebhookDefinition>;
}

export const targetOfDraft = (draft: Draft, { connections }: Workspace): WebhookTarget => ({
  connection: connections.find(draft.connectionId),
  connectionId: draft.connectionId,
  webhookId: draft.base?.id ?? null,
  name: draft.definition.name,
  title: draft.title,
  draft: draft.isEdited ? draft : null,
  definition: () => Promise.resolve(draft.definition),
});

interface WebhookCommands {
  readonly duplicate: ThingCommand;
  readonly history: ThingCommand;
  readonly export: ThingCommand;
}

export function webhookCommands(
  { connection, connectionId, webhookId, title, draft, definition }: WebhookTarget,
  workspace: Workspace,
): WebhookCommands {
  async function duplicate(): Promise<void> {
    if (connection === undefined) return;
    const copy = workspace.drafts.create(connection, await definition());
    await workspace.resume(copy, 'definition');
  }
  return {
    duplicate: {
      label: 'Duplicate',
      named: `Duplicate “${title}”`,
      icon: Copy,
      disabled: connection?.readOnly !== false,
      choose: () => void duplicate(),
    },
    history: {
      label: 'History',
      named: `Filter History by “${title}”`,
      icon: HistoryIcon,
      disabled: webhookId === null,
      choose: () => {
        if (webhookId === null) return;
        workspace.showHistory({ webhook: { connectionId, webhookId, name: title } });
      },
    },
    export: {
      label: 'Export…',
      named: `Export “${title}”…`,
      icon: Download,
      choose: () => {
        if (draft !== null) workspace.openExport({ draftIds: [draft.key] });
        else if (webhookId !== null) {
          workspace.openExport({ webhooks: new Map([[connectionId, [webhookId]]]) });
        }
      },
    },
  };
}

const changeIcons = { 'turn-on': CircleCheck, 'turn-off': CircleOff, delete: Trash2 };

/** Each opens a plan, which sends nothing before the user starts it. */
export function changeCommands(
  webhooks: {
    readonly connectionId: string;
    readonly webhookIds: number[];
    readonly named: string;
  },
  workspace: Workspace,
): Record<ChangeOfMany, ThingCommand> {
  const { connectionId, webhookIds, named } = webhooks;
  const commandOf = (change: ChangeOfMany): ThingCommand => ({
    label: `${changeOfManyWords[change]}…`,
    named: `${changeOfManyWords[change]} ${named}…`,
    icon: changeIcons[change],
    danger: change === 'delete',
    choose: () => {
      workspace.openPlan({ kind: 'webhooks', connectionId, webhookIds, change });
    },
  });
  return {
    'turn-on': commandOf('turn-on'),
    'turn-off': commandOf('turn-off'),
    delete: commandOf('delete'),
  };
}

/** `null` if no webhook of the current list is selected. */
export function selectedWebhookCommands(
  workspace: Workspace,
): ({ readonly export: ThingCommand } & Partial<Record<ChangeOfMany, ThingCommand>>) | null {
  const { connection, list } = workspace;
  if (connection === null || list === null || list.tickedIds.length === 0) return null;
  const { connectionId, tickedIds: webhookIds } = list;
  const named = counted(webhookIds.length, 'selected webhook');
  const exporting: ThingCommand = {
    label: 'Export…',
    named: `Export ${named}…`,
    icon: Download,
    choose: () => {
      workspace.openExport({ webhooks: new Map([[connectionId, webhookIds]]) });
    },
  };
  if (connection.readOnly) return { export: exporting };
  return { export: exporting, ...changeCommands({ connectionId, webhookIds, named }, workspace) };
}
