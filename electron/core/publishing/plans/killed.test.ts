// @module-tag slow
import { addressable } from '#domain/webhook/listed.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram } from '#test-support/bundle-program.ts';
import { folderOfTests, testFolder } from '#test-support/store-fixture.ts';
import type { ReceivedRequest } from '../../../../service/http/recorder.ts';
import { startService } from '../../../../service/start.ts';
import { AdvancedClock } from '#test-support/advanced-clock.fake.ts';
import { twins } from '../testing/fifty-rows.ts';
import { openStoredCoreAt, type Place } from '#test-support/stored-core-fixture.ts';

/** Number of kills: a few by default, `PUBLISH_KILLS=200` before a release. */
const rounds = Number(process.env.PUBLISH_KILLS ?? 3);

let program: string;
beforeAll(async () => {
  const source = join(import.meta.dirname, '../testing/publish-program.ts');
  program = await bundleProgram(source, folderOfTests());
});

/** Approximate number of requests of a complete run. */
const requestsOfRun = 110;

/**
 * Spreads the kills evenly over the run. They depend on the round only, so that failures are
 * reproducible.
 */
const killAfterOf = (round: number): number =>
  1 + Math.floor(((round - 0.5) / rounds) * requestsOfRun);
const delayOf = (round: number): number => ((round * 7_919) % 9) / 3;

async function killOnce(round: number): Promise<'before' | 'within' | 'after'> {
  const directory = testFolder();
  const writes: ReceivedRequest[] = [];
  const killAfter = killAfterOf(round);
  let seen = 0;
  let child: ChildProcess | null = null;
  const service = await startService({
    variant: 'B',
    authToken: null,
    seed: 30,
    onRequest: (request) => {
      seen += 1;
      if (request.method !== 'GET') writes.push(request);
      // The delay lets the kill hit any step.
      if (seen === killAfter) setTimeout(() => child?.kill('SIGKILL'), delayOf(round));
    },
  });
  const place: Place = { baseUrl: service.url, apiRoot: service.root };
  const target = { ...place, variant: 'B' as const, authToken: null };
  child = spawn(process.execPath, [program, directory, place.baseUrl, place.apiRoot], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  const isKilled = child.signalCode === 'SIGKILL';

  const clock = new AdvancedClock();
  const core = await openStoredCoreAt(clock, directory, place);
  const list = async () => addressable((await core.ports.webhooks.list(target, {})).webhooks);
  try {
    // The journal has every request that was sent.
    const begun = await core.journal.all({});
    const keyOf = ({ method, path, body }: ReceivedRequest): string =>
      `${method} ${path} ${method === 'POST' ? body : ''}`;
    const noted = begun.map(({ request }) =>
      keyOf({
        method: request.method,
        path: new URL(request.url).pathname,
        headers: {},
        body: request.method === 'POST' ? (request.body ?? '') : '',
      }),
    );
    for (const key of writes.map(keyOf)) expect(noted).toContain(key);

    const sent = writes.length;
    await core.journal.openEntries();
    clock.passFinish();
    await core.reconciler.reconcileAll();
    expect(writes).toHaveLength(sent);
    expect(await core.journal.openEntries()).toEqual([]);
    const held = await list();
    const byId = new Map(held.map((webhook) => [webhook.id, webhook]));
    const given = new Set<number>();
    for (const { action, outcome, webhookId, meant, before } of await core.journal.all({})) {
      const now = webhookId === null ? undefined : byId.get(webhookId);
      const label = `round ${round}: ${action} ${meant?.name ?? before?.name ?? ''}`;
      expect(['done', 'not-applied', 'failed'], label).toContain(outcome);
      const isThere = action === 'delete' ? now === undefined : now?.name === meant?.name;
      expect(isThere, label).toBe(outcome === 'done');
      if (action === 'create' && outcome === 'done' && webhookId !== null) {
        expect(given.has(webhookId), label).toBe(false);
        given.add(webhookId);
      }
    }
    expect(given.size).toBe(held.filter(({ id }) => id > 30).length);

    const [unfinished] = await core.plans.runs.unfinished();
    if (unfinished === undefined) {
      if (!isKilled) return 'after';
      if (begun.length === 0) {
        expect(writes).toEqual([]);
        return 'before';
      }
    } else {
      await core.plans.runs.resume(unfinished.planId);
      for await (const event of core.plans.runs.watch(unfinished.planId)) {
        if (event.kind !== 'state' || event.planState.status === 'running') continue;
        expect(event.planState).toMatchObject({ status: 'ended', left: 0 });
      }
    }
    // The result is the same as without a kill, and each request was sent once.
    const names = [
      ...Array.from({ length: twins }, () => 'Twin'),
      ...Array.from({ length: 20 - twins }, (_, index) => `New ${index + twins}`),
      ...Array.from({ length: 20 }, (_, index) => `Renamed ${index + 1}`),
    ];
    expect((await list()).map(({ name }) => name).sort()).toEqual(names.sort());
    expect(writes).toHaveLength(50);
    return unfinished === undefined ? 'after' : 'within';
  } finally {
    await core.close();
    await service.close();
  }
}

describe('a plan of fifty rows in a host that is killed', () => {
  it(
    `has an outcome for each row after ${rounds} kills, and sends nothing twice`,
    { timeout: 30_000 + rounds * 5_000 },
    async () => {
      const when = { before: 0, within: 0, after: 0 };
      for (let round = 1; round <= rounds; round += 1) when[await killOnce(round)] += 1;
      expect(when.within).toBeGreaterThan(0);
    },
  );
});
