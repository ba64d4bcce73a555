/**
 * A watch of 50 installations of 1,000 webhooks that do not change, in rounds of 5 minutes on a simulated clock. It
 * runs as `hookdesk watch` does: each round opens the data folder with a passphrase, reads all lists and closes it.
 * Measured are the processor time of its process as a share of one core, the resident memory of the last
 * rounds above that of the first ones, and whether a round without changes writes to the database. No
 * garbage collection is forced.
 *
 * Usage: node bench/watch-50.ts [--rounds N]
 * Exit code 1 if a limit is exceeded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeStamp } from '#adapters/store/store-paths.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { openSession } from '../electron/cli/session/open-session.ts';
import type { Session } from '../electron/cli/session/session.ts';
import { watch } from '../electron/cli/watch-in-rounds.ts';
import { median } from './median.ts';
import { startListService } from './start-list-service.ts';

const installations = 50;
const webhooks = 1_000;
const passphrase = 'four words without sense';
const minutes = 5;
/** Share of one core. */
const mostProcessor = 0.02;
/** Of the last rounds, as a multiple of the first ones. */
const mostMemory = 1.1;
/** Rounds that are not measured: the first one stores the lists, and compiling takes a few. */
const warmUp = 20;
/** Rounds whose median is the memory of the first or the last ones. */
const compared = 10;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } });
const rounds = Math.max(Number(values.rounds), 2 * compared);

const open = (dataFolder: string, secret: string | null): Promise<Session> =>
  openSession({
    dataFolder,
    lockTimeout: 0,
    passphrase: secret === null ? null : () => Promise.resolve(secret),
    hasKeychain: true,
    command: 'watch',
    note: console.error,
  });

async function makeFolder(dataFolder: string, address: string): Promise<void> {
  const { client, close } = await open(dataFolder, null);
  await client.vault.choose({ kind: 'passphrase', passphrase });
  for (let index = 0; index < installations; index += 1) {
    const settings = {
      ...blankConnection,
      name: `Installation ${index}`,
      baseUrl: address,
      apiRoot: `/${index}`,
      proxy: { kind: 'none' as const },
    };
    await client.connections.add({ settings, secrets: { authToken: 'bench' } });
  }
  await close();
}

interface Round {
  /** Milliseconds of processor time, of all threads. */
  readonly processor: number;
  /** MB of 10^6 bytes. */
  readonly memory: number;
  readonly lastWrite: string;
}

async function measuredRounds(dataFolder: string): Promise<readonly Round[]> {
  const measured: Round[] = [];
  const end = new AbortController();
  let before = process.cpuUsage();
  const noteRound = (): void => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    const processor = (user + system) / 1_000;
    const memory = process.memoryUsage().rss / 1e6;
    measured.push({ processor, memory, lastWrite: writeStamp(dataFolder) });
    if (measured.length === warmUp + rounds) end.abort();
  };
  const openMeasured = async (): Promise<Session> => {
    const session = await open(dataFolder, passphrase);
    const close = async (): Promise<void> => {
      await session.close();
      noteRound();
    };
    return { ...session, close };
  };
  let now = Date.now();
  const clock = {
    now: () => new Date(now),
    sleep: (milliseconds: number) => {
      end.signal.throwIfAborted();
      now += milliseconds;
      return Promise.resolve();
    },
  };
  const output = {
    line: (_name: string, value: unknown) => {
      throw new Error(`Nothing changed, but the watch said ${JSON.stringify(value)}.`);
    },
    note: console.error,
    flushed: () => Promise.resolve(),
    isReaderGone: false,
  };
  const { signal } = end;
  const context = { output, signal, dataFolder, clock, open: openMeasured };
  const options = { installations: [], minutes, isOnce: false, tellsChanges: false };
  await watch(context, options).catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  return measured.slice(warmUp);
}

function show(what: string, value: number, limit: number, unit = ''): void {
  console.log(`  ${what.padEnd(42)} ${value.toFixed(3)}${unit} (limit ${limit}${unit})`);
  if (!(value <= limit)) process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'watch-50-'));
const service = await startListService(webhooks);
try {
  await makeFolder(folder, service.address);
  const measured = await measuredRounds(folder);
  const processor = measured.reduce((sum, each) => sum + each.processor, 0) / measured.length;
  const memory = measured.map((each) => each.memory);
  const first = median(memory.slice(0, compared));
  const last = median(memory.slice(-compared));
  const writes = measured.filter(
    ({ lastWrite }, index) => index > 0 && lastWrite !== measured[index - 1]?.lastWrite,
  );
  console.log(
    `${measured.length} rounds of ${installations} installations of ${webhooks} webhooks`,
  );
  console.log(`  ${processor.toFixed(0)} ms of processor time a round; ${last.toFixed(0)} MB`);
  show('share of one core', processor / (minutes * 60_000), mostProcessor);
  show('memory of the last rounds, × the first', last / first, mostMemory);
  show('rounds that write to the database', writes.length, 0);
} finally {
  service.end();
  rmSync(folder, { recursive: true });
}
