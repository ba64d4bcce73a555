import { describe, expect, it } from 'vitest';
import { createPatternReplacer } from './pattern-replacer.ts';

const replacer = createPatternReplacer();

describe('a regular expression', () => {
  it('replaces every match, with its groups, and reports texts without a match', async () => {
    const edit = { find: String.raw`a(\d)`, replacement: '$1-' };
    await expect(replacer.replace(['a1 a2 b', 'b', '', 'a1'], edit)).resolves.toEqual([
      '1- 2- b',
      null,
      null,
      '1-',
    ]);
  });

  it('with nested repetitions ends at the time limit', async () => {
    const begun = performance.now();
    const slow = createPatternReplacer(300).replace([`${'a'.repeat(40)}b`], {
      find: '(a+)+$',
      replacement: '',
    });
    await expect(slow).rejects.toMatchObject({
      problem: { code: 'refused', message: 'The regular expression took longer than 0.3 s.' },
    });
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  it('is refused when its result is too long', async () => {
    const edit = { find: 'a', replacement: 'b'.repeat(100_000) };
    await expect(replacer.replace(['a'.repeat(100_000)], edit)).rejects.toMatchObject({
      problem: { code: 'refused', message: 'The regular expression needs too much memory.' },
    });
  });

  it('can be cancelled', async () => {
    const stop = new AbortController();
    const edit = { find: '(a+)+$', replacement: '' };
    const slow = replacer.replace([`${'a'.repeat(40)}b`], edit, stop.signal);
    stop.abort();
    await expect(slow).rejects.toMatchObject({ problem: { code: 'aborted' } });
  });
});
