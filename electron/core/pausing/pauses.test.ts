// @module-tag slow
import { describe, expect, it } from 'vitest';
import { passphrase } from '#test-support/composition-fixture.ts';
import { openStoredCoreAt } from '#test-support/stored-core-fixture.ts';
import {
  change,
  enabledAt,
  hour,
  idOf,
  itself,
  openPauseScene,
  pause,
  type PauseScene,
  resume,
  statesOf,
  until,
  untilEnabled,
} from './testing/pause-scene.ts';
import { pauseOf, prepareSource, runPrepared, runSource } from './testing/run-source.ts';

/** Ends the core without a last step, as a kill does not either, and starts another one. */
async function restart(scene: PauseScene): Promise<void> {
  await scene.core.close();
  scene.core = await openStoredCoreAt(scene.clock, scene.folder, ...scene.installations.places);
}

/** Undoes the last change with Hookdesk. */
async function undoLast({ core }: PauseScene): Promise<void> {
  const [last] = await core.journal.all({});
  await runSource(core.client, { kind: 'undo', entryIds: [last?.id ?? ''] });
}

describe('a pause', () => {
  it('disables the enabled webhooks of a selection, and resumes exactly those', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const source = await pauseOf(client, connectionId, ['Chat', 'Pager', 'Off'], {
      until: until(scene, 3),
    });
    const { title, rows } = await runSource(client, source);
    expect(title).toBe('Pause webhooks until 06:04');
    const off = rows.find(({ name }) => name === 'Off');
    expect(off).toMatchObject({ state: 'unchanged' });
    expect(off?.reasons[0]).toContain('this pause does not include it');
    expect(await enabledAt(scene.installations)).toEqual(['Mail']);
    expect(await statesOf(scene)).toEqual(['running: Chat paused, Pager paused']);
    const [made] = await client.pauses.list();
    expect(made).toMatchObject({ reason: 'Maintenance', zone: 'UTC', resumesItself: false });

    await resume(scene, made?.id ?? '');
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
    expect(await statesOf(scene)).toEqual([]);
    expect(scene.installations.writes).toHaveLength(4);
  });

  it('is overdue after its end, and is resumed by a person', async () => {
    const scene = await openPauseScene();
    const { id } = await pause(scene, ['Chat'], { until: until(scene, 1) });
    scene.clock.move(2 * hour);
    expect(await statesOf(scene)).toEqual(['overdue: Chat paused']);
    await resume(scene, id);
    expect(await statesOf(scene)).toEqual([]);
    await untilEnabled(scene, 'Chat', 'Mail', 'Pager');
  });

  it('resumes by itself at its end, once, when that was wished', async () => {
    const scene = await openPauseScene();
    await pause(scene, ['Chat', 'Pager'], itself(scene, 30 * 24));
    scene.clock.move(29 * 24 * hour);
    scene.clock.set(-24 * hour);
    expect(await enabledAt(scene.installations)).toEqual(['Mail']);
    scene.clock.move(25 * hour);
    expect(await enabledAt(scene.installations)).toEqual(['Mail']);
    scene.clock.set(24 * hour);
    scene.clock.move(60_000);
    await untilEnabled(scene, 'Chat', 'Mail', 'Pager');
    await expect.poll(() => statesOf(scene)).toEqual([]);
    expect(scene.installations.writes).toHaveLength(4);
  });

  it('whose end passed while no Hookdesk ran is resumed at the start when that was wished', async () => {
    const scene = await openPauseScene();
    await pause(scene, ['Chat'], itself(scene, 1));
    await pause(scene, ['Pager'], { until: until(scene, 1) });
    await scene.core.close();
    scene.clock.move(40 * 24 * hour);
    await restart(scene);
    await untilEnabled(scene, 'Chat', 'Mail');
    await expect.poll(() => statesOf(scene)).toEqual(['overdue: Pager paused']);
  });

  it('begins by itself at the time for which it was scheduled', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const { kind, ...source } = await pauseOf(client, connectionId, ['Chat'], itself(scene, 3));
    expect(kind).toBe('pause');
    await client.pauses.schedule({ ...source, from: until(scene, 1) });
    expect(await statesOf(scene)).toEqual(['scheduled: ']);
    expect(scene.installations.writes).toEqual([]);
    scene.clock.move(hour);
    await untilEnabled(scene, 'Mail', 'Pager');
    await expect.poll(() => statesOf(scene)).toEqual(['running: Chat paused']);
    scene.clock.move(2 * hour);
    await untilEnabled(scene, 'Chat', 'Mail', 'Pager');
  });

  it('that was scheduled is missed when its time passed while no Hookdesk ran', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const source = await pauseOf(client, connectionId, ['Chat'], itself(scene, 3));
    const { pauseId } = await client.pauses.schedule({ ...source, from: until(scene, 1) });
    await scene.core.close();
    scene.clock.move(5 * hour);
    await restart(scene);
    await expect.poll(() => statesOf(scene)).toEqual(['missed: ']);
    expect(scene.installations.writes).toEqual([]);
    await scene.core.client.pauses.end({ pauseId });
    expect(await statesOf(scene)).toEqual([]);
  });

  it('that would end before it begins is refused', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const source = await pauseOf(client, connectionId, ['Chat'], { until: until(scene, 2) });
    const refusal = 'end before it begins';
    for (const hours of [2, 3]) {
      const from = until(scene, hours);
      await expect(client.pauses.schedule({ ...source, from })).rejects.toThrow(refusal);
    }
    expect(await statesOf(scene)).toEqual([]);
  });

  it('that was missed names its webhooks, and begins when a person begins it', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const source = await pauseOf(client, connectionId, ['Chat', 'Off'], itself(scene, 3));
    const { pauseId } = await client.pauses.schedule({ ...source, from: until(scene, 1) });
    await scene.core.close();
    scene.clock.move(5 * hour);
    await restart(scene);
    await expect.poll(() => statesOf(scene)).toEqual(['missed: ']);
    const [missed] = await scene.core.client.pauses.list();
    const selection = missed?.selection ?? [];
    const named = selection.flatMap(({ webhooks }) => webhooks.map(({ name }) => name));
    expect(named).toEqual(['Chat', 'Off']);
    await runSource(scene.core.client, { ...source, ...itself(scene, 2), pauseId, selection });
    expect(await statesOf(scene)).toEqual(['running: Chat paused']);
    scene.clock.move(3 * hour);
    await untilEnabled(scene, 'Chat', 'Mail', 'Pager');
  });

  it('refuses an end that has passed and a zone that does not exist', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const past = await pauseOf(client, connectionId, ['Chat'], { until: until(scene, -1) });
    await expect(prepareSource(client, past)).rejects.toThrow('end before it begins');
    const nowhere = await pauseOf(client, connectionId, ['Chat'], { zone: 'Mars/Olympus' });
    await expect(prepareSource(client, nowhere)).rejects.toThrow('is not a time zone');
  });
});

describe('overlapping pauses', () => {
  it('resume a webhook when the last one ends, also when the first was resumed early', async () => {
    const scene = await openPauseScene();
    const first = await pause(scene, ['Chat', 'Pager'], { until: until(scene, 1) });
    const second = await pause(scene, ['Chat'], { until: until(scene, 2) });
    expect(second.webhooks).toMatchObject([{ name: 'Chat', before: { enabled: true } }]);
    const { rows } = await resume(scene, first.id);
    expect(rows.find(({ name }) => name === 'Chat')?.reasons).toEqual([
      'Another pause keeps “Chat” disabled until 2030-01-02 05:04 UTC.',
    ]);
    expect(await enabledAt(scene.installations)).toEqual(['Mail', 'Pager']);
    expect(await statesOf(scene)).toEqual(['running: Chat paused']);
    await resume(scene, second.id);
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
    expect(await statesOf(scene)).toEqual([]);
  });

  it('list a webhook again when the last one is dismissed', async () => {
    const scene = await openPauseScene();
    const first = await pause(scene, ['Chat', 'Pager']);
    const second = await pause(scene, ['Chat']);
    await resume(scene, first.id);
    const left = await scene.core.client.pauses.end({ pauseId: second.id });
    expect(left.map(({ name }) => name)).toEqual(['Chat']);
    expect(await statesOf(scene)).toEqual(['not-resumed: Chat paused, Pager resumed']);
  });
});

describe('two windows', () => {
  it('that pause a webhook at once send one request, and both pauses must end', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const first = await prepareSource(client, await pauseOf(client, connectionId, ['Chat']));
    const second = await prepareSource(client, await pauseOf(client, connectionId, ['Chat']));
    await runPrepared(client, first);
    await runPrepared(client, second);
    expect(scene.installations.writes).toHaveLength(1);
    expect(await statesOf(scene)).toEqual(['running: Chat paused', 'running: Chat paused']);
    const [one, other] = await client.pauses.list();
    await resume(scene, one?.id ?? '');
    await scene.core.client.pauses.end({ pauseId: one?.id ?? '' });
    expect(await enabledAt(scene.installations)).toEqual(['Mail', 'Pager']);
    await resume(scene, other?.id ?? '');
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
    expect(scene.installations.writes).toHaveLength(2);
  });

  it('that begin a missed pause at once begin it once', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const source = await pauseOf(client, connectionId, ['Chat'], itself(scene, 3));
    const { pauseId } = await client.pauses.schedule({ ...source, from: until(scene, 1) });
    await scene.core.close();
    scene.clock.move(5 * hour);
    await restart(scene);
    const begin = { ...source, ...itself(scene, 2), pauseId };
    const first = await prepareSource(scene.core.client, begin);
    const second = await prepareSource(scene.core.client, begin);
    await runPrepared(scene.core.client, first);
    await expect(runPrepared(scene.core.client, second)).rejects.toThrow('has begun already');
    expect(await statesOf(scene)).toEqual(['running: Chat paused']);
  });

  it('of which one pauses what the other is about to resume keep it disabled', async () => {
    const scene = await openPauseScene();
    const { client } = scene.core;
    const { id } = await pause(scene, ['Chat']);
    const resuming = await prepareSource(client, { kind: 'resume', pauseIds: [id] });
    await pause(scene, ['Chat'], { until: until(scene, 24) });
    await expect(runPrepared(client, resuming)).rejects.toThrow('changed after the plan');
    expect(await enabledAt(scene.installations)).toEqual(['Mail', 'Pager']);
  });

  it('of which one resumes what the other adds to its pause do not claim that it stays paused', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    const { id } = await pause(scene, ['Chat']);
    const joining = await prepareSource(
      client,
      await pauseOf(client, connectionId, ['Chat', 'Pager']),
    );
    await resume(scene, id);
    await expect(runPrepared(client, joining)).rejects.toThrow('changed after the plan');
    expect(await statesOf(scene)).toEqual([]);
  });

  it('that resume a pause at once send one request', async () => {
    const scene = await openPauseScene();
    const { client } = scene.core;
    const { id } = await pause(scene, ['Chat']);
    const first = await prepareSource(client, { kind: 'resume', pauseIds: [id] });
    const second = await prepareSource(client, { kind: 'resume', pauseIds: [id] });
    await Promise.all([
      runPrepared(client, first),
      runPrepared(client, second).catch((error: unknown) => {
        expect(error).toMatchObject({ data: { code: 'refused' } });
      }),
    ]);
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
    expect(scene.installations.writes).toHaveLength(2);
    expect(await statesOf(scene)).toEqual([]);
  });
});

describe('a webhook of a pause', () => {
  it('that another person changed is listed with both states, and not resumed', async () => {
    const scene = await openPauseScene();
    const { id } = await pause(scene, ['Chat', 'Pager', 'Mail']);
    await scene.installations.change(0, idOf('Chat'), { name: 'Chat 2' });
    await scene.installations.change(0, idOf('Pager'), { enabled: true });
    const { rows } = await resume(scene, id);
    const reasons = rows.map(({ state, reasons: [reason] }) => `${state}: ${reason ?? ''}`);
    expect(reasons).toContainEqual(
      expect.stringMatching(
        /^blocked: “Chat” changed after it was paused. Left by the pause: “Chat”, disabled, .* Current: “Chat 2”, disabled, /,
      ),
    );
    expect(reasons).toContainEqual(expect.stringMatching(/^unchanged: Enabled already/));
    expect(await enabledAt(scene.installations)).toEqual(['Mail', 'Pager']);
    expect(await statesOf(scene)).toEqual([
      'not-resumed: Chat paused, Pager released, Mail resumed',
    ]);
  });

  it('that is edited stays paused, and is resumed with the edit', async () => {
    const scene = await openPauseScene();
    const { id, webhooks } = await pause(scene, ['Chat']);
    const low = webhooks[0]?.before.severities.low !== true;
    await change(scene, 'Chat', 'severities.low', low);
    expect(await statesOf(scene)).toEqual(['running: Chat paused']);
    await resume(scene, id);
    const held = (await scene.installations.held()).flat().find((text) => text.includes('"Chat"'));
    expect(held).toContain(`"low":${low}`);
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
  });

  it('that a person enabled is no longer of the pause', async () => {
    const scene = await openPauseScene();
    await pause(scene, ['Chat'], itself(scene, 1));
    // The window says before that this ends the pause.
    expect(await change(scene, 'Chat', 'enabled', true)).toMatchObject([{ enables: true }]);
    expect(await change(scene, 'Chat', 'enabled', false)).toMatchObject([{ enables: false }]);
    scene.clock.move(2 * hour);
    expect(await statesOf(scene)).toEqual([]);
    expect(await enabledAt(scene.installations)).toEqual(['Mail', 'Pager']);
  });

  it('is listed again when its resume is undone', async () => {
    const scene = await openPauseScene();
    const { id } = await pause(scene, ['Chat']);
    await resume(scene, id);
    expect(await statesOf(scene)).toEqual([]);
    await undoLast(scene);
    expect(await statesOf(scene)).toEqual(['not-resumed: Chat paused']);
  });

  it('is known also after History was pruned', async () => {
    const scene = await openPauseScene();
    const { id } = await pause(scene, ['Chat']);
    await scene.core.close();
    scene.clock.move(20 * 24 * hour);
    await restart(scene);
    await scene.core.journal.openEntries();
    await scene.core.journal.setRetention(7, true);
    expect(await scene.core.journal.all({})).toEqual([]);
    expect(await statesOf(scene)).toEqual(['running: Chat paused']);
    await resume(scene, id);
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
  });
});

describe('a pause that should resume by itself', () => {
  it('does not put off the lock of the vault', async () => {
    const scene = await openPauseScene();
    const { vault } = scene.core.ports;
    await pause(scene, ['Chat'], itself(scene, 1));
    const [withoutUse, dataSealer] = [vault.withoutUse.bind(vault), vault.dataSealer.bind(vault)];
    let isUse = true;
    let readings = 0;
    vault.withoutUse = async (work) => {
      isUse = false;
      try {
        return await withoutUse(work);
      } finally {
        isUse = true;
      }
    };
    vault.dataSealer = (given) => {
      if (!isUse) readings += 1;
      return dataSealer(given);
    };
    await expect.poll(() => scene.clock.sleepers).toBeGreaterThan(0);
    scene.clock.move(60_000);
    await expect.poll(() => readings).toBeGreaterThan(0);
    scene.clock.move(2 * hour);
    await untilEnabled(scene, 'Chat', 'Mail', 'Pager');
  });
});

describe('a pause that should resume by itself is overdue', () => {
  it('when the vault is locked at its end, also after it is unlocked', async () => {
    const scene = await openPauseScene();
    await pause(scene, ['Chat'], itself(scene, 1));
    let looks = 0;
    const end = new AbortController();
    const watching = (async () => {
      const states = await scene.core.client.pauses.watch(undefined, { signal: end.signal });
      for await (const { state } of states) looks += state.status === 'locked' ? 1 : 0;
    })().catch(() => undefined);
    scene.core.ports.vault.lock();
    for (const milliseconds of [2 * hour, 60_000, 60_000]) {
      await expect.poll(() => scene.clock.sleepers).toBeGreaterThan(0);
      const before = looks;
      scene.clock.move(milliseconds);
      await expect.poll(() => looks).toBeGreaterThan(before);
    }
    await expect(statesOf(scene)).rejects.toThrow();
    await scene.core.ports.vault.unlock(passphrase);
    await expect.poll(() => statesOf(scene)).toEqual(['overdue: Chat paused']);
    const [{ note } = { note: null }] = await scene.core.client.pauses.list();
    expect(note).toBe('When the pause ended: The vault is locked.');
    end.abort();
    await watching;
    expect(await enabledAt(scene.installations)).toEqual(['Mail', 'Pager']);
  });

  it.each(['500', '401'] as const)('when the installation answers %s at its end', async (kind) => {
    const scene = await openPauseScene();
    const { id } = await pause(scene, ['Chat'], itself(scene, 1));
    await scene.installations.faults({ kind });
    scene.clock.move(2 * hour);
    const noteOf = async (): Promise<string | null> =>
      (await scene.core.client.pauses.list())[0]?.note ?? null;
    await expect.poll(noteOf, { timeout: 20_000 }).not.toBeNull();
    await scene.installations.faults();
    expect(await statesOf(scene)).toEqual(['overdue: Chat paused']);
    await resume(scene, id);
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
  });

  it('when the installation has another address at its end', async () => {
    const scene = await openPauseScene();
    await pause(scene, ['Chat'], itself(scene, 1));
    const { connections, connectionId } = scene.core;
    const before = connections.find(connectionId);
    const baseUrl = before.baseUrl.replace('127.0.0.1', 'localhost');
    expect(baseUrl).not.toBe(before.baseUrl);
    await connections.change(connectionId, { ...before, baseUrl }, {});
    scene.clock.move(2 * hour);
    const noteOf = async (): Promise<string | null> =>
      (await scene.core.client.pauses.list())[0]?.note ?? null;
    await expect
      .poll(noteOf, { timeout: 20_000 })
      .toBe('“Chat” was paused on another address of this installation.');
    expect(await enabledAt(scene.installations)).toEqual(['Mail', 'Pager']);
  });
});
