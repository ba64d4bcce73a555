import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleOff from '@lucide/svelte/icons/circle-off';
import CopyPlus from '@lucide/svelte/icons/copy-plus';
import Copy from '@lucide/svelte/icons/copy';
import Download from '@lucide/svelte/icons/download';
import GitCompare from '@lucide/svelte/icons/git-compare';
import ListChecks from '@lucide/svelte/icons/list-checks';
import HistoryIcon from '@lucide/svelte/icons/history';
import Pause from '@lucide/svelte/icons/pause';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { ConnectionView } from '#contract/index.ts';
import { selectedCount, type WebhookSelection } from '#contract/plans.ts';
import {
  type NamedChange,
  namedChanges,
  namedChangeWords,
} from '#domain/publishing/change-many.ts';
import type { SeenWebhook } from '#domain/webhook/listed.ts';
import { digestOf, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { counted } from '#domain/text/wording.ts';
import type { Draft } from '../../shared/drafts/draft.svelte.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { ThingCommand } from '../../ui/menu-item.ts';

export interface WebhookTarget {
  /** `undefined` if the installation was removed from Hookdesk. */
  readonly connection: ConnectionView | undefined;
  readonly connectionId: string;
  /** `null` for a new webhook. */
  readonly webhookId: number | null;
  /** The webhook as shown; `null` for a new one. */
  readonly seen: SeenWebhook | null;
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
  seen: draft.base === null ? null : { id: draft.base.id, digest: digestOf(draft.base) },
  name: draft.definition.name,
  title: draft.title,
  draft: draft.isEdited ? draft : null,
  definition: () => Promise.resolve(draft.definition),
});

export function webhookCommands(
  { connection, connectionId, webhookId, seen, name, title, draft, definition }: WebhookTarget,
  workspace: Workspace,
) {
  async function duplicate(): Promise<void> {
    if (connection === undefined) return;
    const copy = workspace.drafts.duplicate(connection, await definition());
    await workspace.navigation.resume(copy, 'definition');
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
        workspace.navigation.showHistory({ webhook: { connectionId, webhookId, name: title } });
      },
    },
    copyTo: copyToCommand(
      seen === null ? null : [{ connectionId, webhooks: [seen] }],
      `“${title}”`,
      workspace,
    ),
    pause: pauseCommand(
      seen === null || connection?.readOnly !== false ? null : [{ connectionId, webhooks: [seen] }],
      `“${title}”`,
      workspace,
    ),
    export: {
      label: 'Export…',
      named: `Export “${title}”…`,
      icon: Download,
      disabled: draft === null && seen === null,
      choose: () => {
        if (draft !== null) workspace.navigation.openExport({ draftIds: [draft.key] });
        else if (seen !== null) {
          workspace.navigation.openExport({ webhooks: new Map([[connectionId, [seen]]]) });
        }
      },
    },
    compare: {
      label: 'Compare with…',
      named: `Compare “${title}” with…`,
      icon: GitCompare,
      disabled: webhookId === null || workspace.connections.all.length < 2,
      choose: () => {
        if (webhookId === null) return;
        const webhook = { key: webhookId, name: draft?.base?.name ?? name };
        workspace.compare.question = { referenceId: connectionId, webhook };
      },
    },
  } satisfies Record<string, ThingCommand>;
}

const changeIcons = { 'turn-on': CircleCheck, 'turn-off': CircleOff, delete: Trash2 };

/** @param selection `null` for webhooks that no installation has */
const copyToCommand = (
  selection: WebhookSelection | null,
  named: string,
  workspace: Workspace,
): ThingCommand => ({
  label: 'Copy to…',
  named: `Copy ${named} to other installations…`,
  icon: CopyPlus,
  disabled: selection === null || workspace.connections.copyTargets(selection).length === 0,
  choose: () => {
    workspace.navigation.copying = selection;
  },
});

/** @param selection `null` if no webhook can be paused */
const pauseCommand = (
  selection: WebhookSelection | null,
  named: string,
  workspace: Workspace,
): ThingCommand => ({
  label: 'Pause until…',
  named: `Pause ${named} until…`,
  icon: Pause,
  disabled: selection === null,
  choose: () => {
    if (selection !== null) workspace.navigation.pausing = { selection, missed: null };
  },
});

/** Each opens a plan, which sends nothing before the user starts it. */
export function changeCommands(
  { selection, named }: { readonly selection: WebhookSelection; readonly named: string },
  workspace: Workspace,
): Record<NamedChange, ThingCommand> {
  const commandOf = (change: NamedChange): ThingCommand => ({
    label: `${namedChangeWords[change]}…`,
    named: `${namedChangeWords[change]} ${named}…`,
    icon: changeIcons[change],
    danger: change === 'delete',
    choose: () =>
      workspace.navigation.openPlan({ kind: 'webhooks', selection, change: namedChanges[change] }),
  });
  return {
    'turn-on': commandOf('turn-on'),
    'turn-off': commandOf('turn-off'),
    delete: commandOf('delete'),
  };
}

type SelectedCommands = Partial<Record<NamedChange | 'edit-many' | 'pause', ThingCommand>> &
  Readonly<Record<'export' | 'copy-to', ThingCommand>>;

/** `null` if no webhook is selected in the list in sight. Read-only installations keep theirs. */
export function selectedWebhookCommands(workspace: Workspace): SelectedCommands | null {
  const { selection, connections } = workspace;
  if (selection.length === 0) return null;
  const named = counted(selectedCount(selection), 'selected webhook');
  const exporting: ThingCommand = {
    label: 'Export…',
    named: `Export ${named}…`,
    icon: Download,
    choose: () => {
      const webhooks = selection.map((each) => [each.connectionId, each.webhooks] as const);
      workspace.navigation.openExport({ webhooks: new Map(webhooks) });
    },
  };
  const reading = { export: exporting, 'copy-to': copyToCommand(selection, named, workspace) };
  const isWritable = selection.some(({ connectionId }) => connections.isWritable(connectionId));
  if (!isWritable) return reading;
  return {
    ...reading,
    'edit-many': {
      label: 'Edit many…',
      named: `Edit ${named} together…`,
      icon: ListChecks,
      choose: () => workspace.navigation.openEditMany(selection),
    },
    pause: pauseCommand(selection, named, workspace),
    // A plan names the webhooks on read-only installations, and leaves them out.
    ...changeCommands({ selection, named }, workspace),
  };
}
