import { expect, it } from 'vitest';
import { WatchRounds } from './watch-rounds.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const begun = new Date('2030-01-02T03:04:05Z');
const after = (milliseconds: number): Date => new Date(begun.getTime() + milliseconds);
const away = { readAt: null, problem: { code: 'unreachable' } } as const;
const read = { readAt: null, problem: null };

it('begins at once, and then after its minutes', () => {
  const rounds = new WatchRounds(5, begun);
  expect(rounds.isDue(begun)).toBe(true);
  rounds.begin(['acme'], begun, 0.5);
  expect(rounds.isDue(after(5 * minute - 1))).toBe(false);
  expect(rounds.isDue(after(5 * minute))).toBe(true);
});

it('begins up to a tenth earlier or later', () => {
  for (const [random, minutes] of [
    [0, 9],
    [1, 11],
  ] as const) {
    const rounds = new WatchRounds(10, begun);
    rounds.begin([], begun, random);
    expect(rounds.isDue(after(minutes * minute - 1))).toBe(false);
    expect(rounds.isDue(after(minutes * minute))).toBe(true);
  }
});

it('is due once after a sleep of the machine, and when the clock was set back', () => {
  const rounds = new WatchRounds(5, begun);
  rounds.begin([], begun, 0.5);
  expect(rounds.isDue(after(3 * day))).toBe(true);
  expect(rounds.isDue(after(-day))).toBe(true);
  rounds.begin([], after(3 * day), 0.5);
  expect(rounds.isDue(after(3 * day))).toBe(false);
});

it('leaves out an installation that failed, and only that one', () => {
  const rounds = new WatchRounds(5, begun);
  const readNow = (): string[] => rounds.begin(['acme', 'globex'], begun, 0.5);
  expect(readNow()).toEqual(['acme', 'globex']);
  rounds.note('acme', away, begun);
  expect(readNow()).toEqual(['globex']);
  expect(readNow()).toEqual(['acme', 'globex']);
});

it('tells of a failure once, when it is stale, and when it is read again', () => {
  const rounds = new WatchRounds(5, begun);
  expect(rounds.note('acme', read, after(minute))).toBeNull();
  const readAt = after(minute);
  expect(rounds.note('acme', away, after(2 * minute))).toEqual({ status: 'failed', readAt });
  expect(rounds.note('acme', away, after(day))).toBeNull();
  expect(rounds.note('acme', away, after(day + minute))).toEqual({ status: 'stale', readAt });
  const again = after(day + 2 * minute);
  expect(rounds.note('acme', read, again)).toEqual({ status: 'read', readAt: again });
});

it('says the time on the disk of an installation that it did not read itself', () => {
  const rounds = new WatchRounds(5, begun);
  const readAt = after(-3 * day);
  expect(rounds.note('acme', { ...away, readAt }, begun)).toEqual({ status: 'failed', readAt });
});

it('is over when each installation needs a sign-in', () => {
  const rounds = new WatchRounds(5, begun);
  const refused = { readAt: null, problem: { code: 'unauthorized' } } as const;
  expect(rounds.isStopped).toBe(false);
  rounds.note('acme', refused, begun);
  rounds.note('globex', away, begun);
  expect(rounds.isStopped).toBe(false);
  rounds.note('globex', refused, begun);
  expect(rounds.isStopped).toBe(true);
  expect(rounds.begin(['acme', 'globex'], begun, 0.5)).toEqual([]);
});

it('reads an installation that starts anew, and keeps the time of its last reading', () => {
  const rounds = new WatchRounds(5, begun);
  rounds.note('acme', read, begun);
  rounds.note('acme', { readAt: null, problem: { code: 'unauthorized' } }, after(minute));
  expect(rounds.begin(['acme'], after(minute), 0.5)).toEqual([]);
  rounds.startAnew('acme');
  expect(rounds.of('acme')).toMatchObject({ status: null, readAt: begun.getTime() });
  expect(rounds.begin(['acme'], after(minute), 0.5)).toEqual(['acme']);
});
