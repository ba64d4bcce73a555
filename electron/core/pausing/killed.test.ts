// @module-tag slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits, finishMilliseconds } from '#domain/installation/limits.ts';
import { bundleProgram } from '#test-support/bundle-program.ts';
import { folderOfTests } from '#test-support/store-fixture.ts';
import { openStoredCoreAt } from '#test-support/stored-core-fixture.ts';
import {
  enabledAt,
  idOf,
  openPauseScene,
  pause,
  type PauseScene,
  resume,
  until,
} from './testing/pause-scene.ts';
import { eventsOf, pauseOf } from './testing/run-source.ts';

/** Every third step by default, `PAUSE_KILL_STRIDE=1` for all. */
const stride = Number(process.env.PAUSE_KILL_STRIDE ?? 3);

let program: string;
beforeAll(async () => {
  const source = join(import.meta.dirname, 'testing/pause-program.ts');
  program = await bundleProgram(source, folderOfTests());
});

/** @returns whether it was killed before it ended */
async function killedAt(
  folder: string,
  mode: 'pause' | 'begin' | 'resume',
  step: number,
): Promise<boolean> {
  const child = spawn(process.execPath, [program, folder, mode, String(step)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(child.signalCode === 'SIGKILL' ? 'killed' : out).toMatch(/^(killed|over\n)$/);
  return child.signalCode === 'SIGKILL';
}

/** Starts Hookdesk again four years later, and finds the outcomes of sent requests. */
async function daysLater(scene: PauseScene): Promise<void> {
  scene.core = await openStoredCoreAt(scene.clock, scene.folder, ...scene.installations.places);
  await scene.core.journal.openEntries();
  scene.clock.move(finishMilliseconds(defaultLimits));
  await scene.core.reconciler.reconcileAll();
}

async function expectNoneForgotten(scene: PauseScene, label: string): Promise<void> {
  const { client } = scene.core;
  const enabled = await enabledAt(scene.installations);
  const listed = (await client.pauses.list()).flatMap(({ webhooks }) =>
    webhooks.filter(({ state }) => state === 'paused').map(({ name }) => name),
  );
  const disabled = ['Chat', 'Pager'].filter((name) => !enabled.includes(name));
  expect(listed.toSorted(), label).toEqual(disabled);
}

async function expectResumed(scene: PauseScene, label: string): Promise<void> {
  const { client } = scene.core;
  const overdue = (await client.pauses.list()).map(({ id }) => id);
  if (overdue.length > 0) await resume(scene, ...overdue);
  expect(await enabledAt(scene.installations), label).toEqual(['Chat', 'Mail', 'Pager']);
  expect(await client.pauses.list(), label).toEqual([]);
}

async function round(mode: 'pause' | 'resume', step: number): Promise<boolean> {
  const label = `${mode}, step ${step}`;
  const scene = await openPauseScene();
  if (mode === 'resume') await pause(scene, ['Chat', 'Pager']);
  await scene.core.close();
  const isKilled = await killedAt(scene.folder, mode, step);
  await daysLater(scene);
  await expectNoneForgotten(scene, label);
  await expectResumed(scene, label);
  // The rest of an interrupted plan is still offered: what it disables is listed, too.
  const { client } = scene.core;
  for (const { planId } of await client.plans.unfinished()) {
    await client.plans.resume({ planId });
    await eventsOf(client, planId);
    await expectNoneForgotten(scene, label);
    await expectResumed(scene, label);
  }
  const others = scene.installations.writes.filter((write) =>
    write.includes(`/webhook/${idOf('Off')}`),
  );
  expect(others, label).toEqual([]);
  return isKilled;
}

describe.each(['pause', 'resume'] as const)('a host that is killed during a %s', (mode) => {
  it(
    'forgets no webhook, and enables none that was disabled before',
    { timeout: 180_000 },
    async () => {
      let step = 1;
      while (await round(mode, step)) step += stride;
      expect(step).toBeGreaterThan(6);
    },
  );
});

it(
  'a host that is killed when a scheduled pause begins keeps the pause',
  { timeout: 180_000 },
  async () => {
    let step = 1;
    let isKilled = true;
    while (isKilled) {
      const scene = await openPauseScene();
      const { client, connectionId } = scene.core;
      const source = await pauseOf(client, connectionId, ['Chat', 'Pager']);
      const { pauseId } = await client.pauses.schedule({ ...source, from: until(scene, 1) });
      await scene.core.close();
      isKilled = await killedAt(scene.folder, 'begin', step);
      await daysLater(scene);
      const label = `begin, step ${step}`;
      await expectNoneForgotten(scene, label);
      const pauses = await scene.core.client.pauses.list();
      expect(
        pauses.map(({ id }) => id),
        label,
      ).toEqual([pauseId]);
      step += stride;
    }
    expect(step).toBeGreaterThan(6);
  },
);
