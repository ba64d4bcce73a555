import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ended } from '../groups.mjs';
import type { Electron } from './desktop.ts';
import { openHookdesk } from './open-hookdesk.ts';

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  const print = (line: string): void => {
    printed.push(line);
  };
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(print);
});

const web: Ended = { code: 0, signal: null };

/** Starts Hookdesk with a fake Electron, which ends with `ended` after `after` ms. */
function start(
  host: 'desktop' | 'web' | null,
  electron: Electron,
  ended: Ended = { code: 0, signal: null },
  after = 100,
  isSelfCheck = false,
) {
  let time = 0;
  const runWeb = vi.fn(() => Promise.resolve(web));
  const opened = openHookdesk(host, {
    isSelfCheck,
    obtainElectron: () => Promise.resolve(electron),
    bundle: () => Promise.resolve(),
    runDesktop: () => {
      time += after;
      return Promise.resolve(ended);
    },
    runWeb,
    isEnding: () => false,
    now: () => time,
  });
  return { opened, runWeb };
}
const electron = { binary: '/opt/electron' };
const code = (number: number): Ended => ({ code: number, signal: null });

describe('openHookdesk after Hookdesk exits', () => {
  it.each([
    ['in order', code(0), 100],
    ['because it runs already', code(3), 100],
    ['because it could not start', code(1), 100],
    ['after it ran for a while', code(7), 60_000],
  ])('%s: starts no web host', async (_, ended, after) => {
    const { opened, runWeb } = start(null, electron, ended, after);
    expect(await opened).toEqual(ended);
    expect(runWeb).not.toHaveBeenCalled();
    expect(printed.join()).not.toContain('Electron cannot run here');
  });

  it.each([code(1), { code: null, signal: 'SIGTRAP' } as const])(
    'returns the result %o of a self-check',
    async (ended) => {
      const { opened, runWeb } = start(null, electron, ended, 100, true);
      expect(await opened).toEqual(ended);
      expect(runWeb).not.toHaveBeenCalled();
      expect(printed).toEqual([]);
    },
  );

  it('prints the failed start and the command for a browser', async () => {
    await start(null, electron, code(1)).opened;
    expect(printed).toEqual([
      'Hookdesk could not start; the lines above say why.',
      'To open it in a browser: npm start -- --host web',
    ]);
  });
});

describe('openHookdesk when Electron cannot run', () => {
  it.each<[string, Electron, Ended, string]>([
    ['is missing', { missing: 'there is no display' }, web, 'there is no display'],
    ['aborts', electron, { code: null, signal: 'SIGTRAP' }, 'it ended at once, with SIGTRAP'],
    ['lacks libraries', electron, code(127), 'it ended at once, with exit code 127'],
  ])('%s: starts the web host', async (_, found, ended, reason) => {
    const { opened, runWeb } = start(null, found, ended);
    expect(await opened).toBe(web);
    expect(runWeb).toHaveBeenCalledOnce();
    expect(printed[0]).toBe(`Electron cannot run here: ${reason}.`);
  });

  it.each<[string, Electron]>([
    ['missing', { missing: 'there is no display' }],
    ['started', electron],
  ])('%s, with --host desktop: prints the reason and fails', async (_, found) => {
    const { opened, runWeb } = start('desktop', found, { code: null, signal: 'SIGTRAP' });
    expect(await opened).toEqual(code(1));
    expect(runWeb).not.toHaveBeenCalled();
    expect(printed).toEqual([expect.stringMatching(/^Electron cannot run here: .+ --host web\.$/)]);
  });
});
