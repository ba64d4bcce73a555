import { expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { aWebhook } from '#test-support/entry-fixture.ts';
import type { Webhook } from '../webhook/webhook.ts';
import {
  type Pause,
  type PausedWebhook,
  pausedAlready,
  statusOf,
  webhookToPause,
} from './pause.ts';
import { resumeDecision } from './resume-decision.ts';

const on: Webhook = { ...aWebhook(7, aDefinition('Pager')), enabled: true };
const off: Webhook = { ...on, enabled: false };
const now = new Date('2030-01-02T12:00:00Z');
const later = new Date('2030-01-02T18:00:00Z');
const earlier = new Date('2030-01-02T08:00:00Z');

const of = { connectionId: 'acme', address: 'a', planId: 'pausing' };
const paused: PausedWebhook = { ...webhookToPause(on, of), state: 'paused', sure: 'paused' };
const pause = (change: Partial<Pause> = {}): Pause => ({
  id: 'one',
  reason: 'Maintenance',
  who: 'ada',
  madeAt: earlier,
  from: earlier,
  until: later,
  zone: 'UTC',
  resumesItself: false,
  endedAt: null,
  note: null,
  selection: [],
  pausingPlanId: 'pausing',
  resumingPlanIds: [],
  webhooks: [paused],
  ...change,
});
const situation = { others: [], address: 'a', current: off, now };
const low = { ...off.severities, low: !off.severities.low };

it.each([
  ['as the pause left it', paused, {}, 'resume'],
  ['without a request', { ...paused, state: 'planned' as const }, {}, 'not-paused'],
  ['with an unknown outcome', { ...paused, state: 'unsure' as const }, {}, 'unsure'],
  ['resumed already', { ...paused, state: 'resumed' as const }, {}, 'not-paused'],
  ['on another address', paused, { address: 'b' }, 'other-address'],
  ['no longer there', paused, { current: null }, 'gone'],
  ['enabled by another person', paused, { current: on }, 'already-on'],
  ['with another switch', paused, { current: { ...off, severities: low } }, 'changed'],
  ['with another name', paused, { current: { ...off, name: 'Other' } }, 'changed'],
  ['with another URL', paused, { current: { ...off, url: 'https://b.example.com' } }, 'resume'],
  ['in a running pause', paused, { others: [pause()] }, 'held'],
  ['in a pause without an end', paused, { others: [pause({ until: null })] }, 'held'],
  ['in a pause past its end', paused, { others: [pause({ until: earlier })] }, 'resume'],
  ['in a pause that was resumed', paused, { others: [pause({ endedAt: now })] }, 'resume'],
  ['in a pause without it', paused, { others: [pause({ webhooks: [] })] }, 'resume'],
])('a webhook %s: %s', (_which, webhook, change, kind) => {
  expect(resumeDecision(webhook, { ...situation, ...change }).kind).toBe(kind);
});

it.each([
  ['scheduled', pause({ from: later, pausingPlanId: null, webhooks: [] })],
  ['scheduled', pause({ pausingPlanId: null, webhooks: [] })],
  ['missed', pause({ pausingPlanId: null, webhooks: [], until: now })],
  ['missed', pause({ pausingPlanId: null, webhooks: [], note: 'The vault is locked.' })],
  ['running', pause()],
  ['running', pause({ until: null })],
  ['overdue', pause({ until: now })],
  ['not-resumed', pause({ endedAt: now })],
  ['not-resumed', pause({ endedAt: now, until: null })],
  ['over', pause({ webhooks: [{ ...paused, state: 'resumed' }] })],
  ['over', pause({ until: now, webhooks: [{ ...paused, state: 'planned' }] })],
])('is %s', (status, given) => {
  expect(statusOf(given, { others: [], now, runningPlans: new Set() })).toBe(status);
});

it.each([
  ['resuming', 'resuming', pause({ endedAt: now, resumingPlanIds: ['resuming'] })],
  ['resuming', 'resuming', pause({ resumingPlanIds: ['resuming'], webhooks: [] })],
  ['running', 'pausing', pause({ until: now })],
  ['not-resumed', 'another', pause({ endedAt: now, resumingPlanIds: ['resuming'] })],
])('is %s while the plan “%s” runs', (status, planId, given) => {
  expect(statusOf(given, { others: [], now, runningPlans: new Set([planId]) })).toBe(status);
});

it('is over while another pause keeps its webhooks disabled, and overdue after that', () => {
  const ended = pause({ endedAt: now, until: now });
  const status = (other: Partial<Pause>) =>
    statusOf(ended, { others: [pause({ id: 'two', ...other })], now, runningPlans: new Set() });
  expect(status({})).toBe('over');
  expect(status({ until: now })).toBe('overdue');
});

it('takes over a webhook that an earlier pause disabled, with the switches before that', () => {
  expect(pausedAlready(paused, [pause()])).toEqual(paused);
  const resumed = pause({ webhooks: [{ ...paused, state: 'resumed' }] });
  expect(pausedAlready(paused, [resumed])).toBeNull();
});
