import { describe, expect, it } from 'vitest';
import { node, run, within } from './command.ts';
import { none, oneFailed, onePassed } from './counts.ts';
import type { Part, Result } from './part.ts';
import { runParts } from './run-parts.ts';
import { verdictOfTests } from './verdict.ts';

const result = (counts: Result['counts'], ...complaints: string[]): Promise<Result> =>
  Promise.resolve({ counts, complaints });
const part = (run: Part['run'], more: Partial<Part> = {}): Part => ({
  name: 'unit',
  timeLimit: 60,
  run,
  ...more,
});

/** Runs the parts one after the other; returns the counts and the printed text. */
const outcomeOf = (...parts: Part[]) => outcomeOfGroups(...parts.map((each) => [each]));

async function outcomeOfGroups(...groups: Part[][]) {
  const lines: string[] = [];
  const counts = await runParts(groups, {
    root: import.meta.dirname,
    print: (text) => lines.push(text),
    isEnding: () => false,
  });
  return { counts, printed: lines.join('\n') };
}

describe('runParts', () => {
  it('adds the counts, and prints only the counts of a passed part', async () => {
    const { counts, printed } = await outcomeOf(
      part(() => result({ passed: 3, failed: 0, skipped: 2 })),
      part(() => result(onePassed), { name: 'e2e' }),
    );
    expect(counts).toEqual({ passed: 4, failed: 0, skipped: 2 });
    expect(printed).toBe(
      '\nunit\n  3 passed, 0 failed, 2 skipped (0 s)\n\ne2e\n  1 passed, 0 failed (0 s)',
    );
  });

  it('runs the parts of a group concurrently, and prints their names with the counts', async () => {
    const first = Promise.withResolvers<Result>();
    const { counts, printed } = await outcomeOfGroups(
      [
        part(() => first.promise, { name: 'lint' }),
        part(
          () => {
            void result(oneFailed, 'the reason').then(first.resolve);
            return result(onePassed);
          },
          { name: 'types' },
        ),
      ],
      [],
    );
    expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(printed.split('\n').slice(0, 3)).toEqual([
      '',
      'lint, types',
      '  types: 1 passed, 0 failed (0 s)',
    ]);
    expect(printed).toContain('  the reason\n  lint: 0 passed, 1 failed (0 s)');
  });

  it('continues after a part that fails or throws', async () => {
    const { counts, printed } = await outcomeOf(
      part(() => result(oneFailed, 'the reason\nand more')),
      part(() => Promise.reject(new Error('out of order'))),
      part(() => {
        throw new Error('from the start');
      }),
      part(() => result(onePassed)),
    );
    expect(counts).toEqual({ passed: 1, failed: 3, skipped: 0 });
    expect(printed).toContain('  the reason\n  and more');
    expect(printed).toContain('out of order');
    expect(printed).toContain('from the start');
  });

  it('ends a part and its processes at the time limit', async () => {
    const forEver = part(
      async (context) => {
        const ending = await run(context, node('-e', 'setInterval(() => {}, 1000)'));
        return verdictOfTests(null, ending);
      },
      { timeLimit: 0.2 },
    );
    const { counts, printed } = await outcomeOf(forEver);
    expect(counts).toEqual(oneFailed);
    expect(printed).toContain('their time was over');
  });

  it('does not start a part without its required programs, and names them', async () => {
    const needy = part(() => result(onePassed), {
      needs: [{ program: 'no-such-program-anywhere', debian: ['no-such-package'] }],
    });
    const { counts, printed } = await outcomeOf(needy);
    expect(counts).toEqual(oneFailed);
    expect(printed).toContain('no-such-program-anywhere');
  });

  it('starts no more parts after a signal to end', async () => {
    const options = { root: '.', print: () => undefined, isEnding: () => true };
    expect(await runParts([[part(() => result(onePassed))]], options)).toEqual(none);
  });
});

describe('run', () => {
  const context = () => ({ root: import.meta.dirname, signal: new AbortController().signal });

  it('returns both outputs and the exit code', async () => {
    const script = "console.log('one'); console.error('two'); process.exitCode = 3";
    const ending = await run(context(), node('-e', script));
    expect(ending).toMatchObject({ code: 3, killedBy: null, tooLate: false });
    expect(ending.output.split('\n').sort()).toEqual(['', 'one', 'two']);
  });

  it('rejects for an unknown command', async () => {
    await expect(run(context(), { command: '/no/such', args: [] })).rejects.toThrow('ENOENT');
  });
});

it('within passes a command to a wrapper', () => {
  const inner = { command: 'a', args: ['b'] };
  expect(within([], inner)).toEqual(inner);
  expect(within(['x', 'y'], inner)).toEqual({ command: 'x', args: ['y', 'a', 'b'] });
});
