import { expect, it } from 'vitest';
import type { PauseView } from '#contract/pauses.ts';
import { aPause } from './testing/pause-fixture.ts';
import { shortMomentIn } from '../../ui/date-formats.ts';
import { markText, markTitle, summaryText } from './pause-status-labels.ts';

const now = new Date('2026-11-26T09:30:00Z');
const zone = 'Europe/Berlin';
const evening = aPause({ until: new Date('2026-11-26T17:00:00Z'), reason: 'Change window' });
const overdue: PauseView = {
  ...evening,
  status: 'overdue',
  until: new Date('2026-11-25T17:00:00Z'),
};
const end = shortMomentIn(zone, new Date('2026-11-26T17:00:00Z'), now);
const endless: PauseView = { ...evening, until: null, reason: '' };

it('says until when a webhook is paused, and by what', () => {
  expect(markText(evening, zone, now)).toBe(`paused until ${end}`);
  expect(markTitle(evening, zone, now)).toBe(
    `Paused until ${end} by a pause of 2 webhooks: Change window`,
  );
  expect(markText(endless, zone, now)).toBe('paused until resumed');
  expect(markTitle(endless, zone, now)).toBe('Paused until resumed by a pause of 2 webhooks');
  const resuming: PauseView = { ...evening, status: 'resuming' };
  expect(markText(resuming, zone, now)).toBe('resuming');
  expect(markTitle(resuming, zone, now)).toBe(
    'A plan resumes it now, after a pause of 2 webhooks: Change window',
  );
  expect(markText(overdue, zone, now)).toBe('pause overdue');
  expect(markTitle(overdue, zone, now)).toBe(
    `Still disabled, overdue since ${shortMomentIn(zone, new Date('2026-11-25T17:00:00Z'), now)}, by a pause of 2 webhooks: Change window`,
  );
});

it('counts pauses, with the next end', () => {
  const later: PauseView = { ...evening, until: new Date('2026-11-27T17:00:00Z') };
  expect(summaryText([endless], zone, now)).toBe('1 pause');
  expect(summaryText([later, evening], zone, now)).toBe(`2 pauses · next ends ${end}`);
  expect(summaryText([overdue, evening], zone, now)).toBe(
    `2 pauses · 1 overdue · next ends ${end}`,
  );
  const missed: PauseView = { ...evening, status: 'missed' };
  expect(summaryText([missed], zone, now)).toBe('1 pause · 1 did not begin');
});
