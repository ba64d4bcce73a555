import FileText from '@lucide/svelte/icons/file-text';
import GitCompare from '@lucide/svelte/icons/git-compare';
import HistoryIcon from '@lucide/svelte/icons/history';
import SquarePen from '@lucide/svelte/icons/square-pen';
import Undo2 from '@lucide/svelte/icons/undo-2';
import type { ComparisonReference } from '#contract/comparisons.ts';
import { type EntrySummary, isUndoable } from '#domain/journal/entry.ts';
import { counted } from '../../ui/counted.ts';
import type { ThingCommand } from '../../workspace/commands/thing-command.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';
import { titleOf } from './labels.ts';

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
      choose: () => workspace.openPlan({ kind: 'undo', entryIds: [id] }),
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
              workspace.show('compare');
              void workspace.compare.start(reference, [connectionId]);
            },
          },
    history:
      webhookId === null
        ? null
        : {
            label: 'History of this webhook',
            named: `History of “${name}”`,
            icon: HistoryIcon,
            choose: () => workspace.showHistory({ webhook: { connectionId, webhookId, name } }),
          },
    webhook:
      webhookId === null || connection === undefined || action === 'delete'
        ? null
        : {
            label: 'Open webhook',
            named: `Open webhook “${name}”`,
            icon: SquarePen,
            choose: () => {
              workspace.select(connection.id);
              void workspace.open(webhookId);
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
        if (source !== null) workspace.openPlan(source);
      },
    },
  };
}
