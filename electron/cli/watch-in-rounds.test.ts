// @module-tag slow
import { statSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { passphrase } from '#test-support/composition-fixture.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { startHost } from '#test-support/start-host.ts';
import { testFolder } from '#test-support/store-fixture.ts';
import { openStoredCore } from '#test-support/stored-core-fixture.ts';
import { storePaths } from '#adapters/store/store-paths.ts';
import { exitCodes } from './exit-codes.ts';
import { openSession } from './session/open-session.ts';
import { watch } from './watch-in-rounds.ts';

const limit = { timeout: 120_000 };
const hour = 3_600_000;

let services: ServedInstallations;
beforeAll(async () => {
  services = await startInstallations([{ variant: 'B', webhooks: [aDefinition('Pager')] }]);
});
afterAll(() => services.close());

/** A watch on a data folder, in rounds of about 5 minutes of a clock that the test advances. */
async function startWatch() {
  await services.faults();
  const dataFolder = testFolder();
  await (await openStoredCore(dataFolder, ...services.places)).close();
  const clock = new FakeClock();
  const end = new AbortController();
  const lines: string[] = [];
  const notes: string[] = [];
  let visits = 0;
  const output = {
    line: (_name: string, _value: unknown, [, ...cells]: readonly string[]) => {
      lines.push(cells.join(' '));
    },
    note: (text: string) => {
      notes.push(text);
    },
    flushed: () => Promise.resolve(),
    isReaderGone: false,
  };
  const open = async () => {
    const session = await openSession({
      dataFolder,
      lockTimeout: 0,
      passphrase: () => Promise.resolve(passphrase),
      hasKeychain: true,
      command: 'watch',
      note: output.note,
    });
    const close = async (): Promise<void> => {
      await session.close();
      visits += 1;
    };
    return { ...session, close };
  };
  const context = { output, signal: end.signal, dataFolder, clock, open };
  const options = { installations: [], minutes: 5, isOnce: false, tellsChanges: false };
  const ended = watch(context, options);
  ended.catch(() => undefined);
  onTestFinished(async () => {
    end.abort();
    await ended.catch(() => undefined);
  });
  const visited = (count: number) => expect.poll(() => visits, { timeout: 30_000 }).toBe(count);
  await visited(1);
  return {
    clock,
    dataFolder,
    ended,
    notes,
    /** What the watch tells in its next round. */
    nextRound: async (after = 0): Promise<string[]> => {
      const count = visits;
      clock.move(after);
      await expect
        .poll(
          () => {
            if (clock.sleepers > 0) clock.move(5_000);
            return visits;
          },
          { timeout: 60_000, interval: 1 },
        )
        .toBe(count + 1);
      return lines.splice(0);
    },
  };
}

it(
  'tells a change once, compares with what was seen, and not when it is undone',
  limit,
  async () => {
    const { nextRound, notes } = await startWatch();
    expect(await nextRound()).toEqual([]);
    await services.change(0, 1, { enabled: false });
    expect(await nextRound()).toEqual(['acme 1 changed Pager Enabled: on → off']);
    expect(await nextRound()).toEqual([]);
    await services.change(0, 1, { payloadTemplate: '{}' });
    expect(await nextRound()).toEqual([
      'acme 1 changed Pager Enabled: on → off; Payload template: {"text": "%AlertName%"} → {}',
    ]);
    const { payloadTemplate } = aDefinition('Pager');
    await services.change(0, 1, { enabled: true, payloadTemplate });
    expect(await nextRound()).toEqual([]);
    expect(notes).toEqual([]);
  },
);

it(
  'tells once that an installation cannot be read, is stale, and is read again',
  limit,
  async () => {
    const { nextRound } = await startWatch();
    await services.faults({ kind: 'wrong-shape', only: 'reads' });
    expect(await nextRound()).toEqual([expect.stringMatching(/^acme 1 failed /)]);
    expect(await nextRound(25 * hour)).toEqual([]);
    expect(await nextRound()).toEqual([expect.stringMatching(/^acme 1 stale /)]);
    await services.faults();
    const told: string[] = [];
    for (let round = 0; told.length === 0 && round < 5; round += 1)
      told.push(...(await nextRound()));
    expect(told).toEqual(['acme 1 read ']);
  },
);

it('goes on through a Hookdesk that starts, and after its end', limit, async () => {
  const { nextRound, dataFolder, notes } = await startWatch();
  /** Another visit may be before the round. */
  const nextLines = async (): Promise<string[]> => {
    const told: string[] = [];
    for (let visit = 0; told.length === 0 && visit < 10; visit += 1)
      told.push(...(await nextRound()));
    return told;
  };
  const host = await startHost(dataFolder);
  onTestFinished(() => {
    host.child.kill('SIGKILL');
  });
  await services.change(0, 1, { enabled: false });
  expect(await nextLines()).toEqual(['acme 1 changed Pager Enabled: on → off']);
  const [connection] = await host.client.connections.list();
  const change = { connectionId: connection?.id ?? '', key: 1 };
  expect(await host.client.snapshots.change(change)).toMatchObject({ kind: 'changed' });
  host.child.kill('SIGTERM');
  expect(await host.ended).toBe(0);
  await services.change(0, 1, { enabled: true, method: 'PUT' });
  expect(await nextLines()).toEqual(['acme 1 changed Pager Method: POST → PUT']);
  expect(notes).toEqual([]);
  await services.change(0, 1, { method: 'POST' });
});

it('stops at a refused sign-in', limit, async () => {
  const { nextRound, ended } = await startWatch();
  await services.faults({ kind: '401' });
  expect(await nextRound()).toEqual([expect.stringMatching(/^acme 1 stopped /)]);
  expect(await ended).toBe(exitCodes.signInNeeded);
});

it('does not write to the database in a round without changes', limit, async () => {
  const { nextRound, dataFolder } = await startWatch();
  const { file } = storePaths(dataFolder);
  await nextRound();
  const before = statSync(file);
  for (let round = 0; round < 5; round += 1) await nextRound();
  expect(statSync(file).mtimeMs).toBe(before.mtimeMs);
  await services.change(0, 1, { enabled: false });
  await nextRound();
  expect(statSync(file).mtimeMs).toBeGreaterThan(before.mtimeMs);
  await services.change(0, 1, { enabled: true });
});
