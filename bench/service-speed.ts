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
import { postgresPrograms, startPostgres } from '../service/testing/postgres-server.ts';
import { canLimitCpu, limitCpu } from './cpu-share.ts';
import { median, quantile } from './median.ts';
import { type ServerProcess, startProcess } from './service-process.ts';

const limits = { list: 0.5, list10000: 3, ownMachines: 1 };
/** Of a core for each instance, so that two instances, the database and the load have room on two cores. */
const share = 0.3;
const atOnce = 16;
/** Milliseconds of one measurement. */
const duration = 1_500;
const rounds = 5;

const service = join(import.meta.dirname, '../service/main.ts');
const floor = join(import.meta.dirname, 'service-floor.ts');
const folder = mkdtempSync(join(tmpdir(), 'service-speed-'));

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

interface Speed {
  /** Responses per second. */
  readonly rate: number;
  /** Milliseconds within which 99 % of the responses came. */
  readonly p99: number;
}

const perSecond = async (server: ServerProcess, call: Call): Promise<number> =>
  (await speedOf([server], call)).rate;

/** The speed with `atOnce` parallel requests, in turn to the servers. */
async function speedOf(
  servers: readonly ServerProcess[],
  call: Call,
  milliseconds = duration,
): Promise<Speed> {
  const targets = servers.map(({ url }) => {
    const { origin, pathname } = new URL(url);
    return {
      root: pathname === '/' ? '' : pathname,
      pool: new Pool(origin, { connections: atOnce }),
    };
  });
  const end = performance.now() + milliseconds;
  const times: number[] = [];
  const client = async (_: unknown, number: number): Promise<void> => {
    const target = targets[number % targets.length];
    if (target === undefined) throw new RangeError('There is no server');
    const { pool, root } = target;
    while (performance.now() < end) {
      const sent = performance.now();
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
      times.push(performance.now() - sent);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: atOnce }, client));
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(targets.map(({ pool }) => pool.close()));
  return { rate: times.length / seconds, p99: quantile(times, 0.99) };
}

const bytesOf = async (server: ServerProcess): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${server.url}/webhook/`)).arrayBuffer());

const options = ['--variant', 'B', '--no-auth'];

const serve = (...args: string[]): Promise<ServerProcess> =>
  startProcess(service, [...options, ...args]);

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

/** A new process compiles its code during its first requests, so each instance gets as many of them. */
async function createSpeed(servers: readonly ServerProcess[], call: Call): Promise<Speed> {
  await speedOf(servers, call, servers.length * duration);
  return speedOf(servers, call);
}

function printCreates(title: string, speeds: readonly Speed[], toBare: readonly number[]): void {
  const rate = median(speeds.map((speed) => speed.rate)).toFixed(0);
  const p99 = median(speeds.map((speed) => speed.p99)).toFixed(1);
  console.log(`create, ${title}: ${rate}/s, 99 % within ${p99} ms`);
  console.log(`  to a bare route      ${median(toBare).toFixed(2)}`);
}

async function compareCreates(): Promise<void> {
  const file = join(folder, 'empty.json');
  writeFileSync(file, '[]');
  const bare = await startProcess(floor, [file]);
  const call: Call = { method: 'POST', body };
  /** In turn within each round: a disk is faster in one minute than in the next. */
  const compare = async (
    kinds: readonly { readonly title: string; readonly start: () => Promise<ServerProcess>[] }[],
  ): Promise<Speed[][]> => {
    const measured = kinds.map(({ title, start }) => ({
      title,
      start,
      speeds: [] as Speed[],
      toBare: [] as number[],
    }));
    for (let round = 0; round < rounds; round += 1) {
      for (const { start, speeds, toBare } of measured) {
        const ours = await Promise.all(start());
        const theirs = await perSecond(bare, { method: 'POST' });
        const speed = await createSpeed(ours, call);
        speeds.push(speed);
        toBare.push(speed.rate / theirs);
        for (const server of ours) await server.close();
      }
    }
    for (const { title, speeds, toBare } of measured) printCreates(title, speeds, toBare);
    return measured.map(({ speeds }) => speeds);
  };
  await compare([
    { title: 'in memory', start: () => [serve()] },
    { title: 'durable, --data', start: () => [serve('--data', join(folder, 'webhooks.db'))] },
  ]);
  const programs = postgresPrograms();
  if (programs === null) console.log('create, --database: left out, PostgreSQL is not installed');
  else {
    const database = await startPostgres(programs);
    const environment = { WEBHOOK_SERVICE_DATABASE_URL: database.url };
    const instance = (): Promise<ServerProcess> => startProcess(service, options, environment);
    const [one = [], two = []] = await compare([
      { title: 'durable, --database', start: () => [instance()] },
      { title: 'durable, two instances', start: () => [instance(), instance()] },
    ]);
    const toOne = (ones: readonly Speed[], twos: readonly Speed[]): number =>
      median(twos.map(({ rate }, round) => rate / (ones[round]?.rate ?? Number.NaN)));
    console.log(`  to one instance      ${toOne(one, two).toFixed(2)}`);
    if (canLimitCpu()) {
      /** As on a machine of its own: on two cores, two instances only share what one has. */
      const limited = async (): Promise<ServerProcess> => {
        const server = await instance();
        // It compiles its code at full speed first.
        await speedOf([server], call);
        const removeLimit = limitCpu(server.pid, share);
        return { ...server, close: () => server.close().then(removeLimit) };
      };
      const [alone = [], both = []] = await compare([
        { title: `one instance with ${share} of a core`, start: () => [limited()] },
        {
          title: `two instances with ${share} of a core each`,
          start: () => [limited(), limited()],
        },
      ]);
      const ratio = toOne(alone, both);
      console.log(`  to one instance      ${ratio.toFixed(2)}   (at least ${limits.ownMachines})`);
      if (ratio < limits.ownMachines) process.exitCode = 1;
    } else console.log('two instances with a share each: left out, no control groups here');
    await database.remove();
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
