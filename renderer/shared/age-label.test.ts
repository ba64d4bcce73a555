import { describe, expect, it } from 'vitest';
import { plainProblem, type PlainProblemCode } from '#domain/problem.ts';
import { clock } from '../ui/date-formats.ts';
import { ago, lastReadInWords, momentInWords } from './age-label.ts';

const at = new Date(2030, 0, 2, 10, 32, 5);
const after = (minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

describe('an age', () => {
  it.each([
    [-1, 'just now'],
    [0.9, 'just now'],
    [1, '1 minute ago'],
    [59, '59 minutes ago'],
    [60, '1 hour ago'],
    [23 * 60 + 59, '23 hours ago'],
    [24 * 60, '1 day ago'],
    [2.5 * 24 * 60, '2 days ago'],
  ])('of %s minutes is “%s”', (minutes, words) => {
    expect(ago(at, after(minutes))).toBe(words);
  });

  it('is shown after the time of day', () => {
    expect(momentInWords(at, after(2 * 24 * 60))).toBe(`${clock(at)}, 2 days ago`);
  });

  it.each<[PlainProblemCode, string]>([
    ['unreachable', `Last read ${clock(at)}, 1 hour ago; the installation is unreachable`],
    ['timed-out', `Last read ${clock(at)}, 1 hour ago; the installation is unreachable`],
    ['unauthorized', `Last read ${clock(at)}, 1 hour ago; the installation rejected the sign-in`],
    ['server-failed', `Last read ${clock(at)}, 1 hour ago; refreshing failed`],
  ])('of a list that failed to refresh with %s names the reason', (code, words) => {
    expect(lastReadInWords(at, plainProblem(code, '', ''), after(60))).toBe(words);
  });

  it('is not shown without a last read', () => {
    const problem = plainProblem('unreachable', '', '');
    expect(lastReadInWords(null, problem, at)).toBe(
      'Not loaded yet; the installation is unreachable',
    );
  });
});
