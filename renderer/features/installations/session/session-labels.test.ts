import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '#contract/sessions.ts';
import { plainProblem } from '#domain/problem.ts';
import { sessionInWords } from './session-labels.ts';

const now = new Date('2026-03-01T10:00:00Z');
const at = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const problem = plainProblem('unauthorized', 'It was refused.', 'Enter another.');
const textOf = (state: SessionState): string | null => sessionInWords(state, now)?.text ?? null;

describe('how a session stands', () => {
  it.each<[SessionState, string | null]>([
    [{ kind: 'none' }, null],
    [{ kind: 'token' }, 'auth token kept'],
    [{ kind: 'expired', problem, waiting: 0 }, 'auth token rejected'],
    [{ kind: 'expired', problem, waiting: 1 }, 'auth token rejected, 1 read waiting'],
    [{ kind: 'expired', problem, waiting: 3 }, 'auth token rejected, 3 reads waiting'],
    [{ kind: 'signed-out' }, 'not signed in'],
    [{ kind: 'signing-in' }, 'signing in…'],
    [{ kind: 'signed-in', until: null }, 'signed in'],
    [{ kind: 'renewing', until: at(minute) }, 'signed in, renewing…'],
    [{ kind: 'refused', problem, retryAt: null }, 'not let in'],
  ])('%j', (state, text) => {
    expect(textOf(state)).toBe(text);
  });

  it.each([
    [14 * minute + 59 * second, 'signed in, 14 min left'],
    [minute, 'signed in, 1 min left'],
    [minute - 1, 'signed in, 59 s left'],
    [second, 'signed in, 1 s left'],
    [second - 1, 'signed in'],
    [-hour, 'signed in'],
    [hour, 'signed in, 1 h left'],
    [2 * hour + 5 * minute, 'signed in, 2 h 5 min left'],
  ])('with %d ms left', (left, text) => {
    expect(textOf({ kind: 'signed-in', until: at(left) })).toBe(text);
  });

  it('presses only where a person has to do something', () => {
    const pressing = (state: SessionState) => sessionInWords(state, now)?.pressing;
    expect(pressing({ kind: 'expired', problem, waiting: 0 })).toBe(true);
    expect(pressing({ kind: 'refused', problem, retryAt: null })).toBe(true);
    expect(pressing({ kind: 'signed-in', until: at(minute) })).toBe(false);
  });
});

it('says the same until it says that it changes, and something else then', () => {
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
