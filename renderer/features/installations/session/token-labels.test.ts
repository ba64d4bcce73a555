import { expect, it } from 'vitest';
import type { SessionState } from '#contract/sessions.ts';
import { plainProblem } from '#domain/problem.ts';
import { aConnection } from '../../../shared/testing/a-connection.ts';
import { tokenNeed } from './token-labels.ts';

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
    /go on/,
  ],
  [
    'rejected after it worked, one waits',
    pasted,
    { kind: 'expired', problem: unauthorized, waiting: 1 },
    'New auth token',
    /One read waits/,
  ],
  [
    'rejected after it worked, many wait',
    pasted,
    { kind: 'expired', problem: unauthorized, waiting: 4 },
    'New auth token',
    /4 reads wait/,
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
    /^Enter a new one\. 12 rows of the plan wait for sign-in\.$/,
  ],
  [
    ops,
    { kind: 'refused', problem: unauthorized, retryAt: null },
    1,
    /^Wrong password\. One row of the plan waits for sign-in\.$/,
  ],
])('rows of a plan that wait are named', (connection, state, rows, text) => {
  expect(tokenNeed(connection, state, rows)?.text).toMatch(text);
});
