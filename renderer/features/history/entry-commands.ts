import FileText from '@lucide/svelte/icons/file-text';
import GitCompare from '@lucide/svelte/icons/git-compare';
import HistoryIcon from '@lucide/svelte/icons/history';
import SquarePen from '@lucide/svelte/icons/square-pen';
import Undo2 from '@lucide/svelte/icons/undo-2';
import type { ComparisonReference } from '#contract/comparisons.ts';
import { type EntrySummary, isUndoable } from '#domain/journal/entry.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import { counted } from '#domain/text/wording.ts';
import { type MenuItem, menuOfThing, type ThingCommand } from '../../ui/menu-item.ts';
import {
  copyCommands,
  type CopySource,
  copySourceOf,
  linkIn,
} from '../../workspace/commands/copy-commands.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';
import { titleOf } from './history-labels.ts';

type Entry = Pick<
  EntrySummary,
  'id' | 'at' | 'action' | 'outcome' | 'connectionId' | 'webhookId' | 'name'
>;

interface EntryCommands {
  readonly open: ThingCommand;
  readonly undo: ThingCommand;
  /** `null` if the installation was removed. */
  readonly compareWithBefore: ThingCommand | null;
  /** `null` if the webhook never had an id. */
  readonly history: ThingCommand | null;
  /** `null` also if the entry deleted the webhook. */
  readonly webhook: ThingCommand | null;
}

export function entryCommands(entry: Entry, workspace: Workspace): EntryCommands {
  const { id, at, action, outcome, connectionId, webhookId, name } = entry;
  const connection = workspace.connections.find(connectionId);
  const title = titleOf(entry);
  return {
    open: {
      label: 'Open entry',
      shortcut: 'Enter',
      named: `Open entry: ${title}`,
      icon: FileText,
      choose: () => workspace.history.open(id),
    },
    undo: {
      label: 'Undo…',
      named: `Undo: ${title}…`,
      icon: Undo2,
      disabled: !isUndoable(outcome),
      choose: () => workspace.navigation.openPlan({ kind: 'undo', entryIds: [id] }),
    },
    compareWithBefore:
      connection === undefined
        ? null
        : {
            label: 'Compare with before this',
            named: `Compare ${connection.name} with before: ${title}`,
            icon: GitCompare,
            choose: () => {
              // The last millisecond before the change.
              const reference: ComparisonReference = {
                kind: 'history',
                connectionId,
                at: new Date(at.getTime() - 1),
              };
              workspace.navigation.startCompare(reference, [connectionId]);
            },
          },
    history:
      webhookId === null
        ? null
        : {
            label: 'History of this webhook',
            named: `History of “${name}”`,
            icon: HistoryIcon,
            choose: () =>
              workspace.navigation.showHistory({ webhook: { connectionId, webhookId, name } }),
          },
    webhook:
      webhookId === null || connection === undefined || action === 'delete'
        ? null
        : {
            label: 'Open webhook',
            named: `Open webhook “${name}”`,
            icon: SquarePen,
            choose: () => {
              workspace.navigation.select(connection.id);
              void workspace.navigation.open(webhookId);
            },
          },
  };
}

export function selectedEntryCommands(
  workspace: Workspace,
): Record<'compare' | 'undo', ThingCommand> {
  const { history } = workspace;
  const { selection, entries } = history;
  // All matches of a filter may be selected, and only some of them loaded.
  const [one, other, ...more] = entries.filter((entry) => selection.has(entry));
  const isPair =
    selection.size === 2 &&
    more.length === 0 &&
    one !== undefined &&
    one.webhookId !== null &&
    one.connectionId === other?.connectionId &&
    one.webhookId === other.webhookId;
  return {
    compare: {
      label: 'Compare',
      named: 'Compare selected entries',
      icon: GitCompare,
      disabled: !isPair,
      choose: () => {
        if (one !== undefined && other !== undefined) history.compare(one.id, other.id);
      },
    },
    undo: {
      label: 'Undo…',
      named: `Undo ${counted(selection.size, 'selected entry', 'selected entries')}…`,
      icon: Undo2,
      disabled: selection.undoableCount(entries) === 0,
      choose: () => {
        const source = selection.undoSource(entries);
        if (source !== null) workspace.navigation.openPlan(source);
      },
    },
  };
}

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
