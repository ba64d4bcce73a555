// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { bundleProgram } from '#test-support/bundle-program.ts';
import { folderOfTests, testFolder } from '#test-support/store-fixture.ts';
import type { PlanState } from '#contract/plans.ts';
import { AdvancedClock } from '#test-support/advanced-clock.fake.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { openStoredCore, openStoredCoreAt } from '#test-support/stored-core-fixture.ts';
import {
  bundleText,
  installationsBefore,
  rowsOfEach,
  webhooksInFile,
} from './testing/five-hundred-rows.ts';
import { begin, ended, openFile, planned } from './testing/import-fixture.ts';

/** Number of kills: two by default, `IMPORT_KILLS=20` for more. */
const rounds = Number(process.env.IMPORT_KILLS ?? 2);
const rows = installationsBefore.length * rowsOfEach;

let program: string;
beforeAll(async () => {
  const source = join(import.meta.dirname, 'testing/import-program.ts');
  program = await bundleProgram(source, folderOfTests());
});

it(
  `an import of ${rows} rows to three installations ends after a kill as without it, and sends nothing twice`,
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    const expected = await uninterrupted();
    for (let round = 0; round < rounds; round += 1) {
      const killed = await killedAndResumed(Math.round(((round + 0.5) / rounds) * rows));
      expect(killed).toEqual(expected);
    }
  },
);

/** The end of a run: what the installations hold, and the state of the plan. */
interface End {
  readonly held: readonly string[][];
  readonly told: Pick<PlanState, 'status' | 'counts' | 'total' | 'left'>;
}

async function uninterrupted(): Promise<End> {
  const installations = await startInstallations(installationsBefore);
  const core = await openStoredCore(testFolder(), ...installations.places);
  try {
    const fileId = await openFile(core, bundleText);
    const { connectionIds } = core;
    const input = { fileId, connectionIds, keys: null, alsoRemove: true };
    const planId = await begin(core, await planned(core, input));
    const end = await endOf(installations, await ended(core, planId));
    // The installations hold the content of the file, and nothing else.
    const again = await planned(core, input);
    expect(again.rows.map(({ state }) => state)).toEqual(again.rows.map(() => 'unchanged'));
    expect(end.held.map(({ length }) => length)).toEqual(
      installationsBefore.map(() => webhooksInFile),
    );
    return end;
  } finally {
    await core.close();
    await installations.close();
  }
}

/** Kills the host after `killAfter` writes, and resumes the plan in another process. */
async function killedAndResumed(killAfter: number): Promise<End> {
  const directory = testFolder();
  const state: { child: ChildProcess | null } = { child: null };
  const installations = await startInstallations(installationsBefore, {
    onWrite: (count) => {
      if (count === killAfter) state.child?.kill('SIGKILL');
    },
  });
  const { places, writes } = installations;
  state.child = spawn(process.execPath, [program, directory, JSON.stringify(places)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(state.child, 'exit');
  expect(state.child.signalCode).toBe('SIGKILL');

  const clock = new AdvancedClock();
  const core = await openStoredCoreAt(clock, directory, ...places);
  try {
    await core.journal.openEntries();
    clock.passFinish();
    await core.reconciler.reconcileAll();
    const [unfinished] = await core.plans.runs.unfinished();
    expect(unfinished).toMatchObject({ status: 'interrupted', total: rows });
    const planId = unfinished?.planId ?? '';
    await core.plans.runs.resume(planId);
    const planState = await ended(core, planId);
    expect(new Set(writes).size).toBe(rows);
    expect(writes).toHaveLength(rows);
    return await endOf(installations, planState);
  } finally {
    await core.close();
    await installations.close();
  }
}

async function endOf(
  installations: ServedInstallations,
  { status, counts, total, left }: PlanState,
): Promise<End> {
  return { held: await installations.held(), told: { status, counts, total, left } };
}
