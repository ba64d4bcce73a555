import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { machineFacts, personOf, createMachine } from './machine.ts';

it('names the set proxy variables, but not their values', () => {
  const facts = machineFacts({
    HTTPS_PROXY: 'http://ada:canary@proxy.test',
    no_proxy: 'a',
    HTTP_PROXY: '',
  });
  expect(facts.proxyVariables).toEqual(['HTTPS_PROXY', 'no_proxy']);
  expect(JSON.stringify(facts)).not.toContain('canary');
  expect(facts.runtime).toContain(`Node ${process.versions.node}`);
});

it.each([
  [{}, ['hookdesk', '--no-sandbox', 'a.hookdesk.json'], true],
  [{ ELECTRON_DISABLE_SANDBOX: '1' }, ['hookdesk'], true],
  [{}, ['hookdesk', '--no-open'], false],
])('with %o and %j runs without a sandbox: %s', (environment, args, withoutSandbox) => {
  expect(machineFacts(environment, args).withoutSandbox).toBe(withoutSandbox);
});

describe('the name of the person', () => {
  it('is the account name', () => {
    expect(personOf()).toBe(userInfo().username);
  });

  it.each([
    [{ USER: 'ada' }, 'ada'],
    [{ USERNAME: 'Ada' }, 'Ada'],
    [{ USER: '' }, 'unknown'],
    [{}, 'unknown'],
  ])('comes from the environment %o when the account has no name', (environment, name) => {
    const nobody = (): never => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    };
    expect(personOf(nobody, environment)).toBe(name);
    expect(personOf(() => ({ username: '' }), environment)).toBe(name);
  });
});

test('finds crash reports in the folders of Crashpad, the latest first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-crashes-'));
  try {
    const { log, crashReports } = createMachine(folder, null);
    expect(log).toBe(join(folder, 'logs/hookdesk.log'));
    expect(crashReports()).toEqual([]);
    const older = new Date('2030-01-02T03:04:05Z');
    const newer = new Date('2030-01-03T03:04:05Z');
    for (const [name, at] of [
      ['completed/older.dmp', older],
      ['pending/newer.dmp', newer],
      ['settings.dat', newer],
    ] as const) {
      const path = join(folder, 'crashes', name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'dump');
      utimesSync(path, at, at);
    }
    expect(crashReports()).toEqual([
      { file: 'crashes/pending/newer.dmp', at: newer, bytes: 4 },
      { file: 'crashes/completed/older.dmp', at: older, bytes: 4 },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
