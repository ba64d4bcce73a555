import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '#contract/sessions.ts';
import { plainProblem } from '#domain/problem.ts';
import { aConnection } from '../../shared/testing/a-connection.ts';
import {
  endInWords,
  fingerprintLines,
  problemOfTest,
  readingLabel,
  sectionSummary,
  sessionInWords,
  sessionMark,
  tokenNeed,
} from './installation-labels.ts';

const now = new Date('2026-03-01T10:00:00Z');
const at = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const problem = plainProblem('unauthorized', 'It was refused.', 'Enter another.');
const textOf = (state: SessionState): string | null => sessionInWords(state, now)?.text ?? null;

describe('the session label', () => {
  it.each<[SessionState, string | null]>([
    [{ kind: 'none' }, null],
    [{ kind: 'token' }, 'Auth token saved'],
    [{ kind: 'expired', problem, waiting: 0 }, 'Auth token rejected'],
    [{ kind: 'expired', problem, waiting: 1 }, 'Auth token rejected, 1 request waiting'],
    [{ kind: 'expired', problem, waiting: 3 }, 'Auth token rejected, 3 requests waiting'],
    [{ kind: 'signed-out' }, 'Not signed in'],
    [{ kind: 'signing-in' }, 'Signing in…'],
    [{ kind: 'signed-in', until: null }, 'Signed in'],
    [{ kind: 'renewing', until: at(minute) }, 'Signed in, renewing…'],
    [{ kind: 'refused', problem, retryAt: null }, 'Unauthorized'],
  ])('%j', (state, text) => {
    expect(textOf(state)).toBe(text);
  });

  it.each([
    [14 * minute + 59 * second, 'Signed in, 14 min left'],
    [minute, 'Signed in, 1 min left'],
    [minute - 1, 'Signed in, 59 s left'],
    [second, 'Signed in, 1 s left'],
    [second - 1, 'Signed in'],
    [-hour, 'Signed in'],
    [hour, 'Signed in, 1 h left'],
    [2 * hour + 5 * minute, 'Signed in, 2 h 5 min left'],
  ])('with %d ms left', (left, text) => {
    expect(textOf({ kind: 'signed-in', until: at(left) })).toBe(text);
  });

  it('is urgent only if a person must act', () => {
    const pressing = (state: SessionState) => sessionInWords(state, now)?.pressing;
    expect(pressing({ kind: 'expired', problem, waiting: 0 })).toBe(true);
    expect(pressing({ kind: 'refused', problem, retryAt: null })).toBe(true);
    expect(pressing({ kind: 'signed-in', until: at(minute) })).toBeUndefined();
  });
});

it.each([
  [{ kind: 'auth-token' as const }, 'Check the auth token above.'],
  [{ kind: 'sign-in' as const, username: 'ops' }, 'Check user name and password above.'],
])('a rejected test with %j names the fields in the dialog', (authentication, advice) => {
  expect(problemOfTest(problem, { authentication }).advice).toBe(advice);
  const other = plainProblem('unreachable', 'It cannot be reached.', 'Check the network.');
  expect(problemOfTest(other, { authentication })).toBe(other);
});

it('the session label changes exactly when changesIn has passed', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 3 * hour }), (left) => {
      const until = at(left);
      const words = sessionInWords({ kind: 'signed-in', until }, now);
      const later = (after: number) =>
        sessionInWords({ kind: 'signed-in', until }, at(after))?.text;
      if (words?.changesIn == null) return left < second;
      return later(words.changesIn - 1) === words.text && later(words.changesIn) !== words.text;
    }),
  );
});

const unauthorized = plainProblem('unauthorized', 'Wrong password.', 'Enter it again.');
const failing = plainProblem('server-failed', 'The service failed.', 'Try again later.');
const pasted = aConnection();
const ops = aConnection({ authentication: { kind: 'sign-in', username: 'ops' } });

it.each<[string, typeof pasted, SessionState, string | null | undefined, RegExp | null]>([
  ['no session', pasted, { kind: 'none' }, undefined, null],
  ['signed in', ops, { kind: 'signed-in', until: new Date() }, undefined, null],
  [
    'rejected after it worked',
    pasted,
    { kind: 'expired', problem: unauthorized, waiting: 0 },
    'New auth token',
    /to continue/,
  ],
  [
    'rejected after it worked, one waits',
    pasted,
    { kind: 'expired', problem: unauthorized, waiting: 1 },
    'New auth token',
    /Enter a new token to continue loading/,
  ],
  [
    'rejected after it worked, many wait',
    pasted,
    { kind: 'expired', problem: unauthorized, waiting: 4 },
    'New auth token',
    /4 requests waiting/,
  ],
  [
    'never good',
    pasted,
    { kind: 'refused', problem: unauthorized, retryAt: null },
    'New auth token',
    /^Wrong password\.$/,
  ],
  [
    'wrong password',
    ops,
    { kind: 'refused', problem: unauthorized, retryAt: null },
    'Password',
    /Wrong/,
  ],
  [
    'signing in fails',
    ops,
    { kind: 'refused', problem: failing, retryAt: new Date() },
    null,
    /later/,
  ],
])('%s', (_, connection, state, field, text) => {
  const need = tokenNeed(connection, state);
  expect(need?.field).toBe(field);
  if (text !== null) expect(need?.text).toMatch(text);
});

it.each<[typeof pasted, SessionState, number, RegExp]>([
  [
    pasted,
    { kind: 'expired', problem: unauthorized, waiting: 0 },
    12,
    /^Enter a new token\. 12 plan rows wait for sign-in\.$/,
  ],
  [
    ops,
    { kind: 'refused', problem: unauthorized, retryAt: null },
    1,
    /^Wrong password\. 1 plan row waits for sign-in\.$/,
  ],
])('the plan rows that wait for sign-in are counted', (connection, state, rows, text) => {
  expect(tokenNeed(connection, state, rows)?.text).toMatch(text);
});

it('a fingerprint is split into lines of equal length without loss', () => {
  const fingerprint = Array.from({ length: 32 }, (_, byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join(':');
  for (const bytes of [8, 16] as const) {
    const lines = fingerprintLines(fingerprint, bytes);
    expect(lines).toHaveLength(32 / bytes);
    expect(lines.join(':')).toBe(fingerprint);
  }
});

it.each([
  ['2030-03-31T12:00:00Z', 'in 30 days'],
  ['2030-03-02T12:00:00Z', 'in 1 day'],
  ['2030-03-01T15:00:00Z', 'expires today'],
  ['2030-03-01T09:00:00Z', 'just expired'],
  ['2030-02-26T12:00:00Z', 'expired 3 days ago'],
  ['2027-03-01T12:00:00Z', 'expired 1,096 days ago'],
])('a certificate until %s, on 1 March 2030 at noon: %s', (until, words) => {
  expect(endInWords(until, new Date('2030-03-01T12:00:00Z'))).toBe(words);
});

describe('the row of an installation', () => {
  it('counts the webhooks of a read, and names the reason of a failure', () => {
    const refused = plainProblem('unauthorized', 'It was refused.', 'Enter another.');
    const connectionId = 'acme';
    expect(readingLabel({ connectionId, state: 'reading', bytes: 9, webhooks: 1 }, null)).toBe(
      'reading… 1 webhook',
    );
    expect(readingLabel({ connectionId, state: 'failed', problem: refused }, null)).toBe(
      'unauthorized',
    );
    const expired = { kind: 'expired', problem: refused, waiting: 1 } as const;
    expect(readingLabel({ connectionId, state: 'reading', bytes: 9, webhooks: 1 }, expired)).toBe(
      'waiting for a new auth token',
    );
  });

  it('marks a session that needs the user', () => {
    expect(sessionMark({ kind: 'none' })).toBeNull();
    expect(sessionMark({ kind: 'expired', problem, waiting: 0 })?.kind).toBe('expired');
  });
});

it('a closed section of the settings shows a summary', () => {
  const connection = aConnection();
  expect(sectionSummary('limits', connection)).toBe('defaults');
  const { limits } = connection;
  expect(sectionSummary('limits', { ...connection, limits: { ...limits, bodyBytes: 1 } })).toBe(
    'custom',
  );
  expect(sectionSummary('notes', { ...connection, notes: ' Ask Kim.\nOr Lee. ' })).toBe('Ask Kim.');
});
