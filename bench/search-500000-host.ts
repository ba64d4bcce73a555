/**
 * The host of `search-500000.ts`: loads the lists of the data folder and searches them. Prints its figures as
 * one line of JSON. With `idle` it loads the lists without a search, waits until it is idle, and measures the
 * same wide search by name twice.
 *
 * Arguments: FOLDER [idle]
 */
import { systemClock } from '#adapters/clock/clock.ts';
import type { SearchSort } from '#contract/search.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { longestTurn, workDone } from './longest-turn.ts';
import { median, quantile } from './median.ts';

const rounds = 5;

const [folder = '', mode = ''] = process.argv.slice(2);

const exact = [
  'method:post is:enabled',
  'is:disabled',
  'severity:high type:alert',
  '-severity:cleared',
  'id:4711',
  'installation:"Installation 7"',
  'env:production host:hooks.example',
  'host:nothing',
  'header:x-team is:enabled',
  '-header:team',
];
const text = [
  'payments',
  'e',
  '7',
  '99',
  'on call',
  '“Payments”',
  '9 –',
  'services/3',
  'xxxxxxxxxx',
  '%AlertName%',
  'x-team',
  'nothing-has-this',
  '-payments',
  'template:alertname',
  'call 12 hooks',
  '連絡',
  '"– on call" is:enabled',
];

const plain: SearchSort = { by: 'installation', descending: false };
const byName: SearchSort = { by: 'name', descending: false };

const composition = await composeTestFolder(folder, 'sealed');
const { ports } = composition;
const core = createTestCore(ports);

/** Milliseconds of work of the host's thread, so that other load does not count. */
async function timeOf(query: string, sort = plain): Promise<number> {
  const begun = workDone();
  const { searchId } = await core.searches.open(query, sort);
  core.searches.rows(searchId, 0, 200);
  core.searches.close(searchId);
  return workDone() - begun;
}

/** The same for a search that does not narrow the one before. */
async function timeOfWhole(query: string, sort = plain): Promise<number> {
  await timeOf('id:1');
  return timeOf(query, sort);
}

/**
 * Milliseconds of work for each query. Each time is the mean of some runs, because systems count the work of a thread
 * in steps of up to 4 ms.
 */
async function timesOf(queries: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    let worked = 0;
    for (let run = 0; run < 8; run += 1) worked += await timeOfWhole(query);
    times.push(worked / 8);
    await systemClock.yieldToEventLoop();
  }
  return times;
}

/** Milliseconds of work to look at every webhook. */
function timeOfScan(): number {
  const begun = workDone();
  for (const { id } of core.connections.list()) core.snapshots.filter(id, 'payments');
  return workDone() - begun;
}

/** Resolves when this thread has worked less than 100 ms in 1 s. The build of ranks works more than half of the time. */
async function idle(): Promise<void> {
  for (;;) {
    const before = workDone();
    await systemClock.sleep(1_000);
    if (workDone() - before < 100) return;
  }
}

/** A wide search by name as the first of the host, and again. */
async function firstAndSecond(): Promise<object> {
  for (const { id } of core.connections.list()) await core.snapshotPersistence.load(id);
  await idle();
  const wide = 'services/3';
  const first = await timeOf(wide, byName);
  const second = await timeOfWhole(wide, byName);
  return { first, second, results: (await core.searches.open(wide, byName)).total };
}

async function all(): Promise<object> {
  const begun = performance.now();
  let total = 0;
  // `longestTurn` can only make `ready` longer, not shorter.
  const firstTurn = await longestTurn(async () => {
    ({ total } = await core.searches.open('', plain));
  });
  const ready = performance.now() - begun;

  const times = {
    exact: new Array<number>(),
    text: new Array<number>(),
    scan: new Array<number>(),
  };
  for (let round = 0; round <= rounds; round += 1) {
    const [ofExact, ofText, ofScan] = [await timesOf(exact), await timesOf(text), timeOfScan()];
    // The first round only warms up.
    if (round === 0) continue;
    times.exact.push(...ofExact);
    times.text.push(...ofText);
    times.scan.push(ofScan);
  }

  const laterTurn = await longestTurn(async () => {
    for (const query of [...exact, ...text]) {
      await timeOfWhole(query);
      await systemClock.yieldToEventLoop();
    }
  });
  const turn = Math.max(firstTurn, laterTurn);
  const [exactTime, textTime] = [quantile(times.exact, 0.95), quantile(times.text, 0.95)];
  return { ready, exact: exactTime, text: textTime, scan: median(times.scan), turn, total };
}

console.log(JSON.stringify(await (mode === 'idle' ? firstAndSecond() : all())));
await core.close();
await composition.close();
