import type { PauseView } from '#contract/pauses.ts';
import type { PauseStatus } from '#domain/pausing/pause.ts';
import { counted } from '#domain/text/wording.ts';
import { shortMomentIn } from '../../ui/date-formats.ts';
import { disabledBy } from './pauses.svelte.ts';

/** Such as `paused until 18:00`. */
export function markText({ status, until }: PauseView, zone: string, now: Date): string {
  if (status === 'overdue') return 'pause overdue';
  if (status === 'not-resumed') return 'not resumed';
  if (status === 'resuming') return 'resuming';
  return `paused until ${until === null ? 'resumed' : shortMomentIn(zone, until, now)}`;
}

/** Such as `Paused until 18:00 by a pause of 3 webhooks: Change window`. */
export function markTitle(pause: PauseView, zone: string, now: Date): string {
  const { status, until, reason } = pause;
  const count = counted(disabledBy(pause).length, 'webhook');
  const of = `a pause of ${count}${reason === '' ? '' : `: ${reason}`}`;
  if (status === 'resuming') return `A plan resumes it now, after ${of}`;
  if (status === 'not-resumed') return `Still disabled, not resumed, by ${of}`;
  if (status !== 'overdue') {
    return `Paused until ${until === null ? 'resumed' : shortMomentIn(zone, until, now)} by ${of}`;
  }
  const since = until === null ? '' : ` since ${shortMomentIn(zone, until, now)}`;
  return `Still disabled, overdue${since}, by ${of}`;
}

/** Such as `2 pauses · next ends 18:00`. */
export function summaryText(pauses: readonly PauseView[], zone: string, now: Date): string {
  const countOf = (wanted: PauseStatus): number =>
    pauses.filter(({ status }) => status === wanted).length;
  const [overdue, missed] = [countOf('overdue'), countOf('missed')];
  const notResumed = countOf('not-resumed');
  const ends = pauses.flatMap(({ status, until }) =>
    status === 'running' && until !== null ? [until.getTime()] : [],
  );
  const parts = [
    counted(pauses.length, 'pause'),
    overdue > 0 && `${overdue} overdue`,
    notResumed > 0 && `${notResumed} not resumed`,
    missed > 0 && `${missed} did not begin`,
    ends.length > 0 && `next ends ${shortMomentIn(zone, new Date(Math.min(...ends)), now)}`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}
