import { expect, it } from 'vitest';
import type { PauseView } from '#contract/pauses.ts';
import { aPause, pausedWebhook } from '../../shared/pauses/testing/pause-fixture.ts';
import { momentInZones } from '../../ui/date-formats.ts';
import {
  countdownText,
  durationText,
  installationsOf,
  notDisabledText,
  noteText,
  stateInWords,
  timesText,
  webhooksOf,
  webhooksToResume,
} from './pause-labels.ts';

const now = new Date('2026-11-26T09:30:00Z');
const after = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

it.each([
  [0.5, 'less than a minute'],
  [1, '1 min'],
  [60, '1 h'],
  [80, '1 h 20 min'],
  [24 * 60, '1 day'],
  [51 * 60 + 5, '2 days 3 h'],
])('%s minutes are %s', (minutes, text) => {
  expect(durationText(now, after(minutes))).toBe(text);
});

it.each([
  [aPause({ until: after(80) }), 'ends in 1 h 20 min'],
  [aPause({ status: 'resuming', until: after(-80) }), 'resuming now'],
  [aPause(), 'until resumed'],
  [aPause({ status: 'overdue', until: after(-5) }), 'overdue for 5 min'],
  [aPause({ status: 'not-resumed' }), 'not all resumed'],
  [aPause({ status: 'scheduled', from: after(20) }), 'begins in 20 min'],
  [aPause({ status: 'missed' }), 'did not begin'],
])('counts down: %#', (pause, text) => {
  expect(countdownText(pause, now)).toBe(text);
});

it('says which webhooks it did not disable, and why', () => {
  const partly = aPause({
    webhooks: [pausedWebhook(1), pausedWebhook(2, 'not-paused'), pausedWebhook(3, 'planned')],
  });
  expect(notDisabledText(partly)).toBe(
    '1 webhook on acme was not disabled: the request failed or was not sent. 1 webhook on acme is not yet disabled: the request was not sent.',
  );
  expect(notDisabledText(aPause())).toBeNull();
  expect(notDisabledText({ ...partly, status: 'overdue' })).toBeNull();
});

it('has the times in the zone of the pause and in UTC', () => {
  expect(timesText(aPause({ until: after(0) }))).toBe(
    `Until ${momentInZones('Europe/Berlin', now).join(' ')}`,
  );
  expect(timesText(aPause({ status: 'scheduled', from: after(0), zone: 'UTC' }))).toBe(
    `From ${momentInZones('UTC', now).join(' ')}. Until a person resumes it`,
  );
});

it('lists its webhooks with their states, or those to pause', () => {
  const linesOf = (pause: PauseView): string[] =>
    webhooksOf(pause, (id) => `site ${id}`).map(
      ({ name, connectionName, state }) => `${name} on ${connectionName}: ${state}`,
    );
  expect(linesOf(aPause())).toEqual([
    'Webhook 1 on acme: disabled',
    'Webhook 2 on acme: disabled',
    'Webhook 3 on acme: resumed',
  ]);
  const selection = [{ connectionId: 'c2', webhooks: [{ id: 5, digest: 'd', name: 'Mail' }] }];
  expect(linesOf(aPause({ status: 'missed', webhooks: [], selection }))).toEqual([
    'Mail on site c2: null',
  ]);
});

it('names each installation once, of the disabled webhooks if there are any', () => {
  const namesOf = (pause: PauseView): string[] =>
    installationsOf(pause, (id) => `site ${id}`).map(({ connectionName }) => connectionName);
  const resumed = { ...pausedWebhook(4, 'resumed'), connectionId: 'c2', connectionName: 'globex' };
  expect(namesOf(aPause({ webhooks: [pausedWebhook(1), pausedWebhook(2), resumed] }))).toEqual([
    'acme',
  ]);
  expect(namesOf(aPause({ webhooks: [pausedWebhook(3, 'resumed'), resumed] }))).toEqual([
    'acme',
    'globex',
  ]);
  const selection = [{ connectionId: 'c2', webhooks: [{ id: 5, digest: 'd', name: 'Mail' }] }];
  expect(namesOf(aPause({ status: 'missed', webhooks: [], selection }))).toEqual(['site c2']);
});

it('says why it did not begin', () => {
  expect(noteText(aPause())).toBeNull();
  expect(noteText(aPause({ status: 'missed' }))).toContain('did not run');
  expect(noteText(aPause({ status: 'missed', note: 'The auth token is missing.' }))).toBe(
    'The auth token is missing.',
  );
});

it('counts in a sentence', () => {
  expect(stateInWords(1, 'pause', 'overdue')).toBe('1 pause is overdue.');
  expect(stateInWords(2, 'webhook', 'still disabled')).toBe('2 webhooks are still disabled.');
});

it('counts each webhook that no other pause keeps disabled once', () => {
  const held = { ...pausedWebhook(4), heldBy: 'p9' };
  const other = aPause({ webhooks: [pausedWebhook(2), pausedWebhook(3, 'deleted'), held] });
  expect(webhooksToResume([aPause(), other])).toBe(2);
});
