// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleProgram } from '#test-support/bundle-program.ts';
import { folderOfTests, testFolder } from '#test-support/store-fixture.ts';
import type { PlanState } from '#contract/plans.ts';
import { AdvancedClock } from '#test-support/advanced-clock.fake.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import {
  openStoredCore,
  openStoredCoreAt,
  type StoredCore,
} from '#test-support/stored-core-fixture.ts';
import { tracesInFiles } from '#test-support/traces.ts';
import {
  acrossInstallations,
  acrossSecrets,
  acrossSources,
  type AcrossSource,
  prepareAcross,
} from '../testing/across-sources.ts';

/** Number of kills for each source: one by default, `ACROSS_KILLS=50` for more. */
const rounds = Number(process.env.ACROSS_KILLS ?? 1);

let program: string;
beforeAll(async () => {
  const source = join(import.meta.dirname, '../testing/across-program.ts');
  program = await bundleProgram(source, folderOfTests());
});

/** The end of a plan: what the installations hold, the counts and the report. */
interface End {
  readonly held: readonly string[][];
  readonly counts: PlanState['counts'];
  readonly report: string;
}

async function ended({ plans }: StoredCore, planId: string): Promise<PlanState> {
  let last: PlanState | null = null;
  for await (const event of plans.runs.watch(planId)) {
    if (event.kind === 'state') last = event.planState;
  }
  if (last === null) throw new Error('The plan reported no state.');
  return last;
}

async function endOf(
  core: StoredCore,
  installations: ServedInstallations,
  planId: string,
): Promise<End> {
  const { status, left, counts } = await ended(core, planId);
  expect({ status, left }).toEqual({ status: 'ended', left: 0 });
  const { text } = await core.plans.report(planId, 'text');
  return { held: await installations.held(), counts, report: comparable(text) };
}

/**
 * Removes times, new ids, late outcomes, rows left out and lists not searched. Only the process that
 * prepared a plan knows those rows. A list may be killed before it is on disk, and is then never read.
 */
const comparable = (report: string): string =>
  report
    .replace(/, \d+ left out/, '')
    .replace(/\n +Left out [^\n]*\n[^\n]*/g, '')
    .replace(/\d{4}-\d\d-\d\d[^\n]*/g, '(time)')
    .replace(/\d of \d installations searched(, \d never read)?/, '(searched)')
    .replace(/id \d+/g, 'id')
    .replace(/\n +The result was unknown at first\.[^\n]*/g, '');

async function uninterrupted(source: AcrossSource): Promise<{ end: End; count: number }> {
  const installations = await startInstallations(acrossInstallations);
  const core = await openStoredCore(folderOfTests(), ...installations.places);
  try {
    const { planId, keys } = await prepareAcross(core.client, core.connectionIds, source);
    await core.plans.run(planId, keys, { atOnce: 2, onFailure: 'stop' });
    const end = await endOf(core, installations, planId);
    expect(installations.writes).toHaveLength(keys.length);
    return { end, count: keys.length };
  } finally {
    await core.close();
    await installations.close();
  }
}

interface Killed {
  readonly core: StoredCore;
  readonly installations: ServedInstallations;
  readonly unfinished: PlanState | undefined;
}

/**
 * Kills the host after `killAfter` writes, or when the plan is paused. Then starts another host,
 * which reconciles the open requests.
 */
async function afterKill(
  source: AcrossSource,
  { mode, killAfter }: { mode: 'all' | 'first'; killAfter: number | 'paused' },
  work: (killed: Killed) => Promise<void>,
): Promise<void> {
  const directory = testFolder();
  const state: { child: ChildProcess | null } = { child: null };
  const installations = await startInstallations(acrossInstallations, {
    onWrite: (count) => {
      if (count === killAfter) state.child?.kill('SIGKILL');
    },
  });
  const { places, writes } = installations;
  const child = spawn(
    process.execPath,
    [program, directory, JSON.stringify(places), source, mode],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  state.child = child;
  child.stdout.once('data', () => child.kill('SIGKILL'));
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const clock = new AdvancedClock();
  const core = await openStoredCoreAt(clock, directory, ...places);
  try {
    const sent = writes.length;
    await core.journal.openEntries();
    clock.passFinish();
    await core.reconciler.reconcileAll();
    expect(await core.journal.openEntries()).toEqual([]);
    expect(writes).toHaveLength(sent);
    const [unfinished] = await core.plans.runs.unfinished();
    await work({ core, installations, unfinished });
    expect(tracesInFiles(directory, acrossSecrets).traces).toEqual([]);
  } finally {
    await core.close();
    await installations.close();
  }
}

describe.each(acrossSources)('a plan of the source %s in a host that is killed', (source) => {
  let expected: Awaited<ReturnType<typeof uninterrupted>>;
  beforeAll(async () => {
    expected = await uninterrupted(source);
  });

  it(
    `ends after ${rounds} kills as without them, and sends nothing twice`,
    { timeout: 30_000 + rounds * 10_000 },
    async () => {
      const { count, end } = expected;
      let within = 0;
      for (let round = 0; round < rounds; round += 1) {
        const killAfter = 1 + Math.floor(((round + 0.5) / rounds) * (count - 1));
        await afterKill(source, { mode: 'all', killAfter }, async (killed) => {
          const { core, installations, unfinished } = killed;
          if (unfinished === undefined) {
            // The kill came after the last request was sent.
            expect(installations.applied).toHaveLength(count);
            expect(await installations.held()).toEqual(end.held);
            return;
          }
          within += 1;
          expect(unfinished).toMatchObject({ status: 'interrupted', total: count });
          const { planId } = unfinished;
          if (source === 'rotation') {
            const second = await prepareAcross(core.client, core.connectionIds, source);
            const options = { atOnce: 2, onFailure: 'stop' } as const;
            await expect(core.plans.run(second.planId, second.keys, options)).rejects.toThrow(
              'Another plan',
            );
          }
          await core.plans.runs.resume(planId);
          expect(await endOf(core, installations, planId)).toEqual(end);
          expect(installations.writes).toHaveLength(count);
          expect(new Set(installations.applied).size).toBe(count);
        });
      }
      expect(within).toBeGreaterThan(0);
    },
  );

  it(
    'is still paused after its first row, and continues with the rest',
    { timeout: 40_000 },
    async () => {
      const { count, end } = expected;
      await afterKill(source, { mode: 'first', killAfter: 'paused' }, async (killed) => {
        const { core, installations, unfinished } = killed;
        expect(unfinished).toMatchObject({
          status: 'paused',
          left: count - 1,
          counts: { done: 1 },
        });
        expect(installations.writes).toHaveLength(1);
        await core.plans.runs.resume(unfinished?.planId ?? '');
        expect(await endOf(core, installations, unfinished?.planId ?? '')).toEqual(end);
        expect(installations.writes).toHaveLength(count);
      });
    },
  );

  it('is paused after a kill within its first row', { timeout: 40_000 }, async () => {
    await afterKill(source, { mode: 'first', killAfter: 1 }, async (killed) => {
      const { core, installations, unfinished } = killed;
      const planId = unfinished?.planId ?? '';
      if (unfinished?.status === 'interrupted') {
        await core.plans.runs.resume(planId);
        await ended(core, planId);
      }
      const [paused] = await core.plans.runs.unfinished();
      expect(paused).toMatchObject({ status: 'paused', left: expected.count - 1 });
      expect(installations.applied).toHaveLength(1);
    });
  });
});
