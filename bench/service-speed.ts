/**
 * The speed of the service, as ratios in one run: lists and creates per second to bare Fastify routes with the
 * same bytes, and building a list of 10,000 to JSON.stringify of the same array.
 *
 * Usage: node bench/service-speed.ts
 * Exit code 1 if a limit is exceeded.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { type ServerProcess, startProcess } from './service-process.ts';

const limits = { list: 0.5, list10000: 3 };
const atOnce = 16;
/** Milliseconds of one measurement. */
const duration = 1_500;
const rounds = 5;

const service = join(import.meta.dirname, '../service/main.ts');
const floor = join(import.meta.dirname, 'service-floor.ts');
const folder = mkdtempSync(join(tmpdir(), 'service-speed-'));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const body = JSON.stringify({
  name: 'Payments production · Slack',
  url: 'https://hooks.slack.example/services/T0EXAMPLE/B0/fake',
  http_headers: [{ http_header_key: 'Content-Type', http_header_value: 'application/json' }],
  payload_template: '{"text": "%AlertName% on %ObjectName% is %CurrentState%"}',
});

interface Call {
  readonly method: 'GET' | 'POST';
  readonly body?: string;
}

/** Responses per second, with `atOnce` parallel requests. */
async function perSecond(server: ServerProcess, call: Call): Promise<number> {
  const { origin, pathname } = new URL(server.url);
  const root = pathname === '/' ? '' : pathname;
  const pool = new Pool(origin, { connections: atOnce });
  const end = performance.now() + duration;
  let answers = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const answer = await pool.request({
        path: `${root}/webhook/`,
        method: call.method,
        ...(call.body !== undefined && {
          body: call.body,
          headers: { 'content-type': 'application/json' },
        }),
      });
      await answer.body.arrayBuffer();
      if (answer.statusCode !== 200) throw new Error(`Status ${answer.statusCode}`);
      answers += 1;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: atOnce }, client));
  const seconds = (performance.now() - begun) / 1000;
  await pool.close();
  return answers / seconds;
}

const bytesOf = async (server: ServerProcess): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${server.url}/webhook/`)).arrayBuffer());

const serve = (...args: string[]): Promise<ServerProcess> =>
  startProcess(service, ['--variant', 'B', '--no-auth', ...args]);

async function compareLists(): Promise<void> {
  const ours = await serve('--seed', '1000');
  const file = join(folder, 'list.json');
  writeFileSync(file, await bytesOf(ours));
  const bare = await startProcess(floor, [file]);
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const theirs = await perSecond(bare, { method: 'GET' });
    const rate = await perSecond(ours, { method: 'GET' });
    rates.push(rate);
    ratios.push(rate / theirs);
  }
  await ours.close();
  await bare.close();
  const ratio = median(ratios);
  console.log(`list of 1,000: ${median(rates).toFixed(0)}/s`);
  console.log(`  to a bare route      ${ratio.toFixed(2)}   (at least ${limits.list})`);
  if (ratio < limits.list) process.exitCode = 1;
}

async function compareCreates(): Promise<void> {
  const file = join(folder, 'empty.json');
  writeFileSync(file, '[]');
  const bare = await startProcess(floor, [file]);
  const call: Call = { method: 'POST', body };
  for (const [title, args] of [
    ['in memory', []],
    ['durable, --data', ['--data', join(folder, 'webhooks.db')]],
  ] as const) {
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ours = await serve(...args);
      const theirs = await perSecond(bare, { method: 'POST' });
      const rate = await perSecond(ours, call);
      rates.push(rate);
      ratios.push(rate / theirs);
      await ours.close();
    }
    console.log(`create, ${title}: ${median(rates).toFixed(0)}/s`);
    console.log(`  to a bare route      ${median(ratios).toFixed(2)}`);
  }
  await bare.close();
}

/** A write before each read makes the service build the list again. */
async function compareWithStringify(): Promise<void> {
  const ours = await serve('--seed', '10000');
  const webhooks: unknown = JSON.parse((await bytesOf(ours)).toString());
  const lists: number[] = [];
  const strings: number[] = [];
  for (let round = 0; round < 4 * rounds; round += 1) {
    await fetch(`${ours.url}/webhook/1`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: `{"name":"Round ${round}"}`,
    });
    const begun = performance.now();
    await bytesOf(ours);
    const between = performance.now();
    // As bytes, as the service sends them.
    Buffer.from(JSON.stringify(webhooks));
    strings.push(performance.now() - between);
    lists.push(between - begun);
  }
  await ours.close();
  const ratio = median(lists) / median(strings);
  console.log(
    `list of 10,000 after a write, with the way over HTTP: ${median(lists).toFixed(1)} ms`,
  );
  console.log(`  to JSON.stringify    ${ratio.toFixed(2)}   (under ${limits.list10000})`);
  if (!(ratio < limits.list10000)) process.exitCode = 1;
}

try {
  await compareLists();
  await compareCreates();
  await compareWithStringify();
} finally {
  rmSync(folder, { recursive: true });
}
