import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noKeychain, startKeychainSession } from '../fixtures/keychain-session.ts';
import { root } from '../fixtures/root.ts';
import { startStandIn } from '../fixtures/stand-in.ts';
import { expect, test } from '../fixtures/test.ts';

/** Runs the self-check of the built web host with a data folder in `temporary`. */
function selfCheck(temporary: string, env: Readonly<Record<string, string>>, ...args: string[]) {
  const program = join(root, 'dist/web/main.js');
  return spawnSync(process.execPath, [program, '--self-check', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env, TMPDIR: temporary },
  });
}

/** GLib, which libsecret uses, sometimes prints a warning about its own D-Bus calls. */
const withoutGlib = (text: string): string =>
  text.replace(/\n?\(process:\d+\): GLib-GIO-CRITICAL \*\*: [^\n]*\n/g, '');

test('the built web host passes every check with a real keychain', async ({ host }, testInfo) => {
  testInfo.skip(host !== 'web', 'about the web host');
  const session = await startKeychainSession();
  const output = testInfo.outputPath('report.json');
  const folder = testInfo.outputPath();
  const { status, stdout, stderr } = selfCheck(
    folder,
    session.environment,
    '--json',
    '--output',
    output,
  );
  await session.end();
  expect(withoutGlib(stderr)).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({ passed: true, host: 'web' });
  expect(readFileSync(output, 'utf8')).toBe(stdout);
  expect(status).toBe(0);
});

test('the self-check fails without a keychain and prints what to do', ({ host }, testInfo) => {
  testInfo.skip(host !== 'web', 'about the web host');
  const { status, stdout } = selfCheck(testInfo.outputPath(), noKeychain);
  expect(stdout).toMatch(/^failed {3}keychain /m);
  expect(stdout).toContain('Hookdesk offers a passphrase or memory for secrets.');
  expect(stdout).toContain('14 of 15 checks passed.');
  expect(status).toBe(1);
});

test('the built desktop application passes without the ciphers of OpenSSL', async ({
  host,
}, testInfo) => {
  testInfo.skip(host !== 'stand-in', 'on the stand-in; the workflow runs it in Electron');
  const session = await startKeychainSession();
  const output = testInfo.outputPath('report.json');
  const boringssl = pathToFileURL(join(root, 'test-support/boringssl.ts')).href;
  const environment = {
    ...session.environment,
    TMPDIR: testInfo.outputPath(),
    NODE_OPTIONS: `--import=${boringssl}`,
  };
  const options = ['--self-check', '--json', '--output', output];
  const application = await startStandIn(testInfo.outputPath('data'), environment, options);
  expect(await application.ended, application.printed()).toBe(0);
  await session.end();
  const report: unknown = JSON.parse(readFileSync(output, 'utf8'));
  expect(report).toMatchObject({ passed: true, host: 'desktop' });
});
