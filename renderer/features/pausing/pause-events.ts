import type { PauseView } from '#contract/pauses.ts';
import { disabledBy } from '../../shared/pauses/labels.ts';
import { counted } from '../../ui/counted.ts';
import { shortMomentIn, systemZone } from '../../ui/date-formats.ts';

/** Names neither installations nor webhooks, and not the reason. */
export interface PauseEvent {
  readonly title: string;
  readonly text: string;
}

/** What happened to a pause since it was `before`; `null` for nothing to tell. */
export function eventSince(before: PauseView, now: PauseView | undefined): PauseEvent | null {
  const status = now?.status ?? 'over';
  if (status === before.status) return null;
  switch (status) {
    case 'running':
      return { title: 'A pause began', text: `It is of ${allOf(before)}.` };
    case 'missed':
      return { title: 'A pause did not begin', text: `It is of ${allOf(before)}.` };
    case 'overdue':
    case 'not-resumed':
      return {
        title: `A pause is ${status === 'overdue' ? 'overdue' : 'not fully resumed'}`,
        text: `It still disables ${disabledOf(now ?? before)}.`,
      };
    case 'over':
      // One that never began was removed by a person.
      if (before.status === 'scheduled' || before.status === 'missed') return null;
      return { title: 'A pause is over', text: `It was of ${allOf(before)}.` };
    // The status after the plan is told instead.
    case 'resuming':
    case 'scheduled':
      return null;
  }
}

/** When the pause begins or ends next; `null` when no time is known. */
export function nextTimeOf({ status, from, until }: PauseView): Date | null {
  if (status === 'scheduled') return from;
  return status === 'running' ? until : null;
}

/** Told before the pause begins or ends at this time. */
export function eventAhead(pause: PauseView, at: Date, isLocked: boolean): PauseEvent {
  const begins = pause.status === 'scheduled';
  const time = shortMomentIn(systemZone(), at, new Date());
  const title = `A pause ${begins ? 'begins' : 'ends'} at ${time}`;
  if (isLocked) return { title, text: 'Hookdesk is locked, and can send nothing then. Unlock it.' };
  if (begins) return { title, text: `It is of ${allOf(pause)}.` };
  const how = pause.resumesItself ? 'Hookdesk resumes' : 'Nothing resumes by itself:';
  return { title, text: `${how} ${disabledOf(pause)}.` };
}

/** Before it begins, a pause has a selection only. */
function allOf({ webhooks, selection }: PauseView): string {
  const selected = selection.flatMap(({ webhooks: chosen }) => chosen);
  return counted(webhooks.length > 0 ? webhooks.length : selected.length, 'webhook');
}

const disabledOf = (pause: PauseView): string => counted(disabledBy(pause).length, 'webhook');
