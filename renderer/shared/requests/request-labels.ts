import Pencil from '@lucide/svelte/icons/pencil';
import Plus from '@lucide/svelte/icons/plus';
import Trash2 from '@lucide/svelte/icons/trash-2';
import { type EntryOutcome, isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { clock, momentOf } from '../../ui/date-formats.ts';

export const actionIcons = { create: Plus, update: Pencil, delete: Trash2 } as const;

interface OutcomeWords {
  readonly short: string;
  readonly long: string;
  readonly tone: 'good' | 'caution' | 'bad' | 'plain';
}

export const outcomeWords: Readonly<Record<EntryOutcome, OutcomeWords>> = {
  sent: {
    short: 'In progress',
    long: 'The request was sent. Its result is not known yet.',
    tone: 'caution',
  },
  done: {
    short: 'Verified',
    long: 'The installation matches what you sent.',
    tone: 'good',
  },
  differs: {
    short: 'Mismatch',
    long: 'The installation does not match what you sent.',
    tone: 'caution',
  },
  'not-applied': {
    short: 'Not applied',
    long: 'The installation did not change.',
    tone: 'plain',
  },
  failed: {
    short: 'Failed',
    long: 'The request was rejected. Nothing changed.',
    tone: 'bad',
  },
  unknown: {
    short: 'Unknown',
    long: 'The result is not known yet. Hookdesk will check the result when the installation is reachable and will not resend.',
    tone: 'caution',
  },
};

export const sentWhen = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString() ? clock(at) : momentOf(at);

/** `null` if the draft's last request needs no attention. */
export function draftMark({ outcome }: Pick<JournalEntry, 'outcome'>): string | null {
  if (isOpen(outcome)) return 'Result not known yet';
  return outcome === 'differs' || outcome === 'not-applied' ? outcomeWords[outcome].short : null;
}

/** What an undo of a deletion does. It stands where a person decides to delete. */
export const undoneDeletion = 'Undo creates it again with a new id.';
export const undoneDeletions = 'Undo creates them again with new ids.';
