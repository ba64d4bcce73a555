import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakePorts } from '#test-support/ports.fake.ts';
import { FakeUpdater } from '#test-support/updater.fake.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import { proceduresOf } from './testing/procedures.ts';
import type { UpdateState } from './updates.ts';

describe.each(transports)('updates on a %s', (transport) => {
  const asked = new Set<string>();
  let window: TestWindow;
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));

  const open = async (updater: FakeUpdater | null): Promise<UpdateState[]> => {
    window = await openWindow(
      transport,
      { ...fakePorts(), clock: new FakeClock(), updater },
      folder,
    );
    const states: UpdateState[] = [];
    void (async () => {
      for await (const state of await window.client.updates.watch()) states.push(state);
    })().catch(() => undefined);
    return states;
  };
  const until = (states: readonly UpdateState[], expected: object): Promise<void> =>
    vi.waitFor(() => {
      expect(states.at(-1)).toMatchObject(expected);
    });

  afterEach(async () => {
    for (const name of window.asked) asked.add(name);
    expect(window.reported).toEqual([]);
    await window.leave();
    await window.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are checked, downloaded and installed', async () => {
    const updater = new FakeUpdater();
    updater.answer = () => Promise.resolve({ version: '2.0.0', notes: 'Much.' });
    const states = await open(updater);
    await until(states, { kind: 'idle', checkedAt: null });
    expect(await window.client.updates.manual()).toBeNull();
    await window.client.updates.check();
    await until(states, { kind: 'available', version: '2.0.0', notes: 'Much.' });
    await window.client.updates.download();
    await until(states, { kind: 'downloading', share: 0 });
    await window.client.updates.cancel();
    await until(states, { kind: 'available' });
    const cancelled = updater.downloading;
    await window.client.updates.download();
    await vi.waitFor(() => {
      expect(updater.downloading).not.toBe(cancelled);
    });
    updater.downloading?.end.resolve(null);
    await until(states, { kind: 'ready', onQuit: false });
    await window.client.updates.install();
    await until(states, { kind: 'ready', onQuit: true });
    expect(updater.restarts).toBe(1);
    for (const name of window.asked) asked.add(name);
    expect([...asked].filter((name) => name.startsWith('updates.')).sort()).toEqual(
      proceduresOf(new Set(['updates'])),
    );
  });

  it('are off in the browser, where every procedure does nothing', async () => {
    const states = await open(null);
    const { updates } = window.client;
    await until(states, { kind: 'off', reason: 'browser' });
    for (const call of [updates.check, updates.download, updates.cancel, updates.install]) {
      await call();
    }
    expect(states).toHaveLength(1);
  });
});
