import { type EntryOutcome, isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { clock } from '../age-label.ts';

interface OutcomeWords {
  readonly short: string;
  readonly long: string;
  readonly tone: 'good' | 'caution' | 'bad' | 'plain';
}

export const outcomeWords: Readonly<Record<EntryOutcome, OutcomeWords>> = {
  sent: {
    short: 'Under way',
    long: 'Sent, or about to be. Its outcome is not known yet.',
    tone: 'caution',
  },
  done: {
    short: 'Done',
    long: 'Read back: the installation held what was meant.',
    tone: 'good',
  },
  differs: {
    short: 'Differs',
    long: 'Read back: the installation held something else than what was meant.',
    tone: 'caution',
  },
  'not-applied': {
    short: 'Not applied',
    long: 'Reading showed that nothing had changed on the installation.',
    tone: 'plain',
  },
  failed: {
    short: 'Failed',
    long: 'It was refused, and nothing was changed.',
    tone: 'bad',
  },
  unknown: {
    short: 'Unknown',
    long: 'Hookdesk does not know yet whether it was applied; it reads the installation again by itself.',
    tone: 'caution',
  },
};

const moment = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** The time today, otherwise date and time. */
export const sentWhen = (at: Date, now: Date): string =>
  at.toDateString() === now.toDateString() ? clock(at) : moment.format(at);

/** `null` if the draft's last request needs no attention. */
export function draftMark({ outcome }: Pick<JournalEntry, 'outcome'>): string | null {
  if (isOpen(outcome)) return 'Outcome not known';
  return outcome === 'differs' || outcome === 'not-applied' ? outcomeWords[outcome].short : null;
}
