import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { descendants } from './processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookdesk-ci-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], { encoding: 'utf8' });

describe('no-skipped', () => {
  function withCounts(stats: object): number | null {
    const file = join(folder, 'report.json');
    writeFileSync(file, JSON.stringify({ stats }));
    return run('no-skipped.ts', file).status;
  }
  const passed = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };

  it.each([
    ['all passed', passed, 0],
    ['one was skipped', { ...passed, skipped: 1 }, 1],
    ['none ran', { ...passed, expected: 0 }, 1],
  ])('%s: %j exits with %i', (_, stats, code) => {
    expect(withCounts(stats)).toBe(code);
  });

  it('fails without a report', () => {
    const { status, stderr } = run('no-skipped.ts', join(folder, 'none.json'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('none.json is missing')]);
  });
});

it('descendants finds processes through their parents', () => {
  const listing =
    ' 1 0 init\n 10 1 sandboxed\n 30 20 electron --type=renderer\n 20 10 electron .\n';
  expect(descendants(listing, 10)).toEqual(['electron .', 'electron --type=renderer']);
});

describe.skipIf(process.platform === 'win32')('sandboxed', () => {
  /** Runs sandboxed.ts with these arguments until `ps` has listed the processes. */
  const looking = (...args: string[]) => {
    const seen = join(folder, 'seen');
    rmSync(seen, { force: true });
    const ps = `#!/bin/sh\nPATH='${process.env.PATH ?? ''}' ps "$@" && touch '${seen}'\n`;
    writeFileSync(join(folder, 'ps'), ps, { mode: 0o755 });
    const script = `until [ -e '${seen}' ]; do sleep 0.1; done; exit 7`;
    return spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'sandboxed.ts'), 'sh', '-c', script, 'electron', ...args],
      {
        encoding: 'utf8',
        env: { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) },
      },
    );
  };

  it('returns the exit code of a command whose renderers are sandboxed', () => {
    const { status, stderr } = looking('--type=renderer');
    expect([status, stderr]).toEqual([7, '']);
  });

  it('fails for a process without a sandbox and names it', () => {
    const { status, stderr } = looking('--type=renderer', '--no-sandbox', '--other');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Without a sandbox: sh -c .*electron --type=renderer --no-sandbox/);
  });

  it('fails without a renderer', () => {
    const { status, stderr } = looking('--type=utility');
    expect([status, stderr]).toEqual([1, expect.stringContaining('No renderer was seen')]);
  });
});
