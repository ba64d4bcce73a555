import {
  type EntryOutcome,
  type EntrySummary,
  isUndoable,
  type WriteAction,
} from '#domain/journal/entry.ts';
import type { Connections } from '../../shared/installations/connections.svelte.ts';
import type { OutcomeChoice, PeriodChoice } from './history-filter.ts';
import { counted } from '#domain/text/wording.ts';
import { dayOf } from '../../ui/date-formats.ts';

export const actionWords: Readonly<Record<WriteAction, string>> = {
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
};

export const goneForGood =
  'The installation was removed from Hookdesk, so the result can no longer be checked.';

export const outcomeChoices: readonly { value: OutcomeChoice; label: string }[] = [
  { value: 'any', label: 'Any result' },
  { value: 'done', label: 'Verified' },
  { value: 'differs', label: 'Mismatch' },
  { value: 'nothing', label: 'Failed or not applied' },
  { value: 'open', label: 'Result not known yet' },
];

export const periodChoices: readonly { value: PeriodChoice; label: string }[] = [
  { value: 'ever', label: 'Any time' },
  { value: 'today', label: 'Today' },
  { value: 'week', label: '7 days' },
  { value: 'month', label: '30 days' },
  { value: 'between', label: 'From – to' },
];

/** A removed installation keeps its History, and stays a choice. @param chosen `''` for all */
export function installationChoices(
  connections: Pick<Connections, 'shown' | 'nameOf'>,
  chosen: string,
): { value: string; label: string }[] {
  const ids = new Set(connections.shown.map(({ id }) => id));
  if (chosen !== '') ids.add(chosen);
  return [
    { value: '', label: 'All installations' },
    ...[...ids].map((id) => ({ value: id, label: connections.nameOf(id) })),
  ];
}

export function dayInWords(day: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return dayOf(day);
}

export function durationInWords(from: Date, to: Date): string {
  const milliseconds = Math.max(0, to.getTime() - from.getTime());
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

export const titleOf = ({ action, name }: Pick<EntrySummary, 'action' | 'name'>): string =>
  `${actionWords[action]} “${name === '' ? '(no name)' : name}”`;

export function selectionInWords(
  size: number,
  undoable: number,
  matchingTotal: number | null,
): string {
  const entries = counted(size, 'entry', 'entries');
  const selected =
    matchingTotal === null
      ? `${entries} selected`
      : size === matchingTotal
        ? `All ${counted(size, 'matching entry', 'matching entries')} selected`
        : `${size.toLocaleString('en')} of ${counted(matchingTotal, 'matching entry', 'matching entries')} selected`;
  if (undoable === size) return selected;
  return `${selected}, ${undoable === 0 ? 'none' : undoable.toLocaleString('en')} can be undone`;
}

/** `null` if the entry can be undone. */
export function whyNotUndone(outcome: EntryOutcome): string | null {
  if (isUndoable(outcome)) return null;
  return outcome === 'failed' || outcome === 'not-applied'
    ? 'This change was not applied, so there is nothing to undo.'
    : 'Result not known yet';
}
