import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runChecks } from '#self-check/check.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { selfCheckPage } from './check-web-host.ts';

let dataFolder = '';
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'hookdesk-page-'));
});
afterEach(() => {
  rmSync(dataFolder, { recursive: true });
});

const file = (text: string) => ({
  body: Buffer.from(text),
  contentType: 'text/html',
  cacheControl: 'no-cache',
});
const script = '<script type="module" src="/main.js"></script>';

async function check(files: Readonly<Record<string, string>>) {
  const page = new Map(Object.entries(files).map(([path, text]) => [path, file(text)]));
  const composition = { ports: fakePorts(), notices: [], close: () => Promise.resolve() };
  const { checks, close } = selfCheckPage(composition, { dataFolder, version: '1.2.3', page });
  const [served, roundTrip] = await runChecks(checks);
  await close();
  expect(roundTrip?.status).toBe('passed');
  return served;
}

test('a complete page passes', async () => {
  const served = await check({ '/': script, '/main.js': '' });
  expect(served).toMatchObject({ status: 'passed', text: '2 files served under the policy' });
});

test.each([
  ['has no script', { '/': '<!doctype html>' }, 'The page holds no script.'],
  [
    'has an inline script',
    { '/': '<script>1</script>' },
    'The page holds what its policy forbids.',
  ],
  ['links what is not there', { '/': script }, '/main.js is answered with status 404.'],
  ['is not there', {}, 'The page is answered with status 404.'],
])('a page that %s fails', async (_what, files, text) => {
  expect(await check(files)).toMatchObject({ status: 'failed', text });
});
