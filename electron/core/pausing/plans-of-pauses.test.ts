// @module-tag slow
import { describe, expect, it, vi } from 'vitest';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import {
  change,
  enabledAt,
  hour,
  itself,
  openPauseScene,
  pause,
  resume,
  statesOf,
  until,
  untilEnabled,
} from './testing/pause-scene.ts';
import { pauseOf, prepareSource, runSource } from './testing/run-source.ts';

describe('a pause', () => {
  it('that has ended disables nothing more by the rest of its plan', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    await scene.installations.faults({ kind: '500', next: 1, only: 'writes' });
    const { planId } = await runSource(
      client,
      await pauseOf(client, connectionId, ['Chat', 'Pager']),
    );
    expect(await client.plans.unfinished()).toHaveLength(1);
    const [made] = await client.pauses.list();
    await resume(scene, made?.id ?? '');
    await untilEnabled(scene, 'Chat', 'Mail', 'Pager');
    await expect(client.plans.resume({ planId })).rejects.toThrow('has ended');
    expect(await client.plans.unfinished()).toEqual([]);
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
  });

  it('is not overdue while a plan resumes it, nor when a later plan changes its webhooks', async () => {
    const scene = await openPauseScene();
    const { client } = scene.core;
    const { id } = await pause(scene, ['Chat', 'Pager']);
    const shown: string[] = [];
    const end = new AbortController();
    const watched = (async () => {
      for await (const { pauses } of await client.pauses.watch(undefined, { signal: end.signal }))
        shown.push((pauses ?? []).map(({ status }) => status).join());
    })().catch(() => undefined);
    const slow = { kind: 'latency', milliseconds: 700, only: 'writes' } as const;
    await scene.installations.faults(slow);
    const resumed = resume(scene, id);
    await expect.poll(() => shown.at(-1)).toBe('resuming');
    await expect(prepareSource(client, { kind: 'resume', pauseIds: [id] })).rejects.toThrow(
      'being resumed already',
    );
    await resumed;
    await expect.poll(() => shown.at(-1)).toBe('');
    await change(scene, 'Chat', 'severities.low', true);
    await change(scene, 'Pager', 'enabled', false);
    end.abort();
    await watched;
    expect(new Set(shown)).toEqual(new Set(['running', 'resuming', '']));
    expect(await statesOf(scene)).toEqual([]);
  });

  it('is not ended by the rest of an earlier resume, for a webhook that was paused again', async () => {
    const scene = await openPauseScene();
    const { client } = scene.core;
    const { id } = await pause(scene, ['Chat', 'Pager']);
    await scene.installations.faults({ kind: '500', next: 1, only: 'writes' });
    const { planId } = await resume(scene, id);
    await pause(scene, ['Chat'], { until: until(scene, 24) });
    await expect(client.plans.resume({ planId })).rejects.toThrow('changed after the plan');
    expect(await enabledAt(scene.installations)).toEqual(['Mail', 'Pager']);
  });

  it('that is resumed again needs no rest of the earlier plan', async () => {
    const scene = await openPauseScene();
    const { client } = scene.core;
    const { id } = await pause(scene, ['Chat', 'Pager'], { until: until(scene, 3) });
    await scene.installations.faults({ kind: '500', next: 1, only: 'writes' });
    const { planId } = await resume(scene, id);
    expect(await statesOf(scene)).toEqual(['not-resumed: Chat paused, Pager resumed']);
    expect(await client.plans.unfinished()).toMatchObject([{ planId, left: 1 }]);
    await resume(scene, id);
    expect(await enabledAt(scene.installations)).toEqual(['Chat', 'Mail', 'Pager']);
    expect(await client.plans.unfinished()).toEqual([]);
    await expect(client.plans.resume({ planId })).rejects.toThrow('no longer exists');
  });

  it('keeps the rest of the earlier plan when it cannot be resumed again', async () => {
    const scene = await openPauseScene();
    const { client, ports } = scene.core;
    const { id } = await pause(scene, ['Chat', 'Pager'], { until: until(scene, 3) });
    await scene.installations.faults({ kind: '500', next: 1, only: 'writes' });
    const { planId } = await resume(scene, id);
    const problem = plainProblem('storage-failed', 'The disk is full.', 'Make room.');
    vi.spyOn(ports.plans, 'write').mockRejectedValueOnce(new ProblemError(problem));
    await expect(resume(scene, id)).rejects.toThrow('The disk is full.');
    expect(await statesOf(scene)).toEqual(['not-resumed: Chat paused, Pager resumed']);
    expect(await client.plans.unfinished()).toMatchObject([{ planId, left: 1 }]);
    await client.plans.resume({ planId });
    await untilEnabled(scene, 'Chat', 'Mail', 'Pager');
  });

  it('whose end passes while it is still pausing resumes by itself when that plan ended', async () => {
    const scene = await openPauseScene();
    const { client, connectionId } = scene.core;
    await scene.installations.faults({ kind: 'latency', milliseconds: 700, only: 'writes' });
    const terms = itself(scene, 1);
    const pausing = runSource(
      client,
      await pauseOf(client, connectionId, ['Chat', 'Pager'], terms),
    );
    await expect.poll(() => scene.installations.writes.length).toBeGreaterThan(0);
    scene.clock.move(2 * hour);
    await pausing;
    await untilEnabled(scene, 'Chat', 'Mail', 'Pager');
    await expect.poll(() => statesOf(scene)).toEqual([]);
    expect(scene.installations.writes).toHaveLength(4);
  });
});
