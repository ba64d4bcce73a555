// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from './seeds/random.ts';
import { bundleService } from './testing/bundle.ts';
import { addressIn, runProgram } from './testing/program.ts';

/** Rounds of all lanes together; `npm run prove kills` runs more. */
const rounds = Number(process.env.SERVICE_KILLS ?? 20);
const lanes = 2;

let folder: string;
/** Bundled and compiled once, because this takes most of the time of a start. */
let started: { file: string; env: Record<string, string> };
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'webhook-kill-'));
  const file = await bundleService(path.join(folder, 'bundle'), { packages: true });
  started = { file, env: { NODE_COMPILE_CACHE: path.join(folder, 'compiled') } };
  // Node writes the compile cache only when a process exits normally.
  await runProgram(['--help'], started).ended;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const create = (address: string, name: string): Promise<Response> =>
  fetch(`${address}/webhook/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name,
      url: 'https://one.example/',
      http_headers: [{ http_header_key: 'X-Key', http_header_value: name }],
      payload_template: 'x'.repeat(3_000),
    }),
  });

async function names(address: string): Promise<string[]> {
  const text = await (await fetch(`${address}/webhook/`)).text();
  return [...text.matchAll(/"name":"([^"]*)"/g)].map(([, name = '']) => name);
}

const missing = (wanted: readonly string[], found: readonly string[]): string[] => {
  const there = new Set(found);
  return wanted.filter((name) => !there.has(name));
};

/** Kills a service `count` times during writes; checks after each start that no write is lost. */
async function lane(number: number, count: number): Promise<void> {
  const file = path.join(folder, `${number}.db`);
  const random = randomFrom(number);
  const acknowledged: string[] = [];
  for (let round = 0; round < count; round += 1) {
    const program = runProgram(['--variant', 'A', '--no-auth', '--data', file], started);
    // Throws if the file is damaged: the service then refuses to start.
    const address = addressIn(await program.line());
    const found = await names(address);
    expect(missing(acknowledged, found)).toEqual([]);
    expect(new Set(found).size, 'nothing is there twice').toBe(found.length);

    const enough = acknowledged.length + 1 + random.integer(8);
    const writer = async (which: number): Promise<void> => {
      for (let index = 0; acknowledged.length < enough; index += 1) {
        const name = `${round}-${which}-${index}`;
        const answer = await create(address, name).catch(() => null);
        if (answer?.status !== 200) return;
        acknowledged.push(name);
      }
      // The other writers still wait for their responses.
      program.child.kill('SIGKILL');
    };
    await Promise.all([0, 1, 2].map(writer));
    expect((await program.ended).signal).toBe('SIGKILL');
  }
  const database = new DatabaseSync(file);
  const sound = Object.values(database.prepare('PRAGMA integrity_check').get() ?? {});
  const held = database.prepare("SELECT definition ->> 'name' AS name FROM webhook").all();
  database.close();
  expect(sound).toEqual(['ok']);
  expect(
    missing(
      acknowledged,
      held.map(({ name }) => String(name)),
    ),
  ).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(count);
}

test(`keeps all acknowledged writes and a sound file after ${rounds} times kill -9 during writes`, async () => {
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number, rounds / lanes)));
}, 240_000);
