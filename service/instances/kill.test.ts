// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../seeds/random.ts';
import { bundleService } from '../testing/bundle.ts';
import { addressIn, type Program, runProgram } from '../testing/program.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { newPlace, type Place } from '../testing/stored.ts';

/** `npm run prove instances` runs more. */
const rounds = Number(process.env.INSTANCE_KILLS ?? 6);
const writers = 16;

let folder: string;
let place: Place;
let receiver: Receiver;
/** Bundled and compiled once, because this takes most of the time of a start. */
let started: { file: string; env: Record<string, string> };
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'webhook-instances-'));
  place = await newPlace();
  receiver = await startReceiver();
  const file = await bundleService(path.join(folder, 'bundle'), { packages: true });
  const env = {
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
    WEBHOOK_SERVICE_DATABASE_URL: place.location.database ?? '',
  };
  started = { file, env };
  await runProgram(['--help'], started).ended;
}, 60_000);
afterAll(async () => {
  await receiver.close();
  await place.remove();
  rmSync(folder, { recursive: true });
});

interface Instance {
  readonly program: Program;
  readonly address: string;
}

async function start(): Promise<Instance> {
  const program = runProgram(['--variant', 'B', '--no-auth', '--practice'], started);
  return { program, address: addressIn(await program.line()) };
}

const post = (url: string, body: unknown): Promise<Response | null> =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);

test(`${rounds} times kill -9 of one of two instances under ${writers} writers`, async () => {
  const random = randomFrom(39);
  const created: string[] = [];
  const alerts: string[] = [];
  const instances: [Instance, Instance] = await Promise.all([start(), start()]);
  await post(`${instances[0].address}/webhook/`, {
    name: 'alerted',
    url: `http://127.0.0.1:${receiver.port}/`,
    payload_template: '%AlertName%',
  });
  for (let round = 0; round < rounds; round += 1) {
    const victim = round % 2 === 0 ? 0 : 1;
    const until = created.length + 60 + random.integer(60);
    let isOver = false;
    const writer = async (number: number): Promise<void> => {
      const { address } = instances[number % 2 === 0 ? 0 : 1];
      for (let index = 0; !isOver; index += 1) {
        const name = `${round}-${number}-${index}`;
        const url = new URL(address);
        const isAlert = number < 4 && index % 5 === 0;
        const answer = isAlert
          ? await post(`${url.origin}/practice/alerts`, {
              state: 'HIGH',
              values: { AlertName: name },
            })
          : await post(`${address}/webhook/`, { name, url: 'https://x/', enabled: false });
        if (answer === null) return;
        if (answer.status === 200) created.push(name);
        if (answer.status === 202) alerts.push(name);
        if (created.length < until) continue;
        instances[victim].program.child.kill('SIGKILL');
        isOver = true;
      }
    };
    await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)));
    expect((await instances[victim].program.ended).signal).toBe('SIGKILL');
    instances[victim] = await start();
  }
  const { address } = instances[0];
  const list = await (await fetch(`${address}/webhook/`)).text();
  const names = [...list.matchAll(/"name":"([^"]*)"/g)].map(([, name = '']) => name);
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  expect(
    created.filter((name) => !counts.has(name)),
    'lost',
  ).toEqual([]);
  expect(
    [...counts].filter(([, count]) => count > 1),
    'twice',
  ).toEqual([]);
  expect(created.length).toBeGreaterThan(rounds * 60);
  expect(alerts.length).toBeGreaterThan(rounds);
  // An attempt of a killed instance is repeated when it expires.
  const undelivered = (): string[] => {
    const got = new Set(receiver.got.map(({ body }) => body.toString()));
    return alerts.filter((name) => !got.has(name));
  };
  await expect.poll(undelivered, { timeout: 60_000, interval: 500 }).toEqual([]);
  process.stdout.write(
    `${rounds} kills: ${created.length} creates and ${alerts.length} alerts acknowledged, ` +
      `${receiver.got.length} deliveries received\n`,
  );
  await Promise.all(instances.map(({ program }) => program.kill('SIGTERM')));
}, 600_000);
