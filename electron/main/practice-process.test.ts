import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPracticeServices } from '#adapters/practice/practice-services.ts';
import { utilityProcess } from './electron.fake.ts';
import { practiceProcess } from './practice-process.ts';

vi.mock('electron', () => import('./electron.fake.ts'));

const service = join(import.meta.dirname, '../../service/main.ts');
let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-practice-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('the practice service runs in its own process until it is stopped', async () => {
  const spawn = practiceProcess(service);
  const practice = createPracticeServices({ directory, spawn, endWithStdin: false });
  const { baseUrl, apiRoot, authToken } = await practice.start('A');
  const child = utilityProcess.forked.at(-1);
  expect(child?.pid).toBeTypeOf('number');

  const list = `${baseUrl}${apiRoot}/webhook/`;
  const answer = await fetch(list, { headers: { 'X-Auth-Token': authToken } });
  expect(answer.status).toBe(200);
  expect((await fetch(list)).status).toBe(401);

  await practice.stop();
  expect(child?.pid).toBeUndefined();
});

test.skipIf(process.platform === 'win32')('a service that does not end is killed', async () => {
  const stubborn = join(directory, 'stubborn.mjs');
  writeFileSync(
    stubborn,
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000); console.log('http://127.0.0.1:1/api/v6\\nAuth token: fake');`,
  );
  const spawn = practiceProcess(stubborn);
  const practice = createPracticeServices({
    directory,
    spawn,
    endWithStdin: false,
    endTimeLimit: 50,
  });
  await practice.start('A');
  const child = utilityProcess.forked.at(-1);
  await practice.stop();
  expect(child?.pid).toBeUndefined();
});
