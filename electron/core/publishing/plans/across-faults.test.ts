// @module-tag slow
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlanState } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import type { FaultKind } from '../../../../service/faults/fault.ts';
import { AdvancedClock } from '#test-support/advanced-clock.fake.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { openStoredCoreAt, type StoredCore } from '#test-support/stored-core-fixture.ts';
import { tracesIn, tracesInFiles } from '#test-support/traces.ts';
import {
  acrossInstallations,
  acrossSecrets,
  type AcrossSource,
  acrossSources,
  type PreparedAcross,
  prepareAcross,
} from '../testing/across-sources.ts';

const quick = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const authToken = 'canary-token-of-the-services';
const options = { atOnce: 3, onFailure: 'go-on' } as const;

/** Faults of every write for a while. The service applies the request with the first two. */
const kinds: readonly FaultKind[] = ['reset-after', 'truncated', 'reset-before', '500'];

let folder: string;
let installations: ServedInstallations;
let clock: AdvancedClock;
let core: StoredCore;

async function start(token: string | null = null): Promise<void> {
  folder = mkdtempSync(join(quick, 'hookdesk-across-faults-'));
  installations = await startInstallations(acrossInstallations, { authToken: token });
  clock = new AdvancedClock();
  core = await openStoredCoreAt(clock, folder, ...installations.places);
}

const prepared = (source: AcrossSource): Promise<PreparedAcross> =>
  prepareAcross(core.client, core.connectionIds, source);

async function end(): Promise<void> {
  await core.close();
  await installations.close();
  rmSync(folder, { recursive: true, force: true });
}

async function restart(): Promise<void> {
  await core.close();
  core = await openStoredCoreAt(clock, folder, ...installations.places);
}

/** Watches a plan until it ends. */
async function ended(planId: string) {
  const results = new Map<string, RowResult>();
  let planState: PlanState | null = null;
  for await (const event of core.plans.runs.watch(planId)) {
    if (event.kind === 'state') ({ planState } = event);
    else if (event.kind === 'results')
      for (const result of event.results) results.set(result.key, result);
  }
  if (planState === null) throw new Error('The plan reported no state.');
  return { planState, results: [...results.values()] };
}

describe.each(acrossSources)('a plan of the source %s', (source) => {
  let held: readonly string[][];
  let count: number;
  beforeAll(async () => {
    await start();
    const { planId, keys } = await prepared(source);
    await core.plans.run(planId, keys, options);
    expect((await ended(planId)).planState.counts.done).toBe(keys.length);
    held = await installations.held();
    count = keys.length;
    await end();
  });
  afterEach(() => end());

  it.each(kinds)('ends after the fault %s as without it', async (kind) => {
    await start();
    const { planId, keys } = await prepared(source);
    await installations.faults({ kind, next: 2, only: 'writes' });
    await core.plans.run(planId, keys, options);
    const { results, planState } = await ended(planId);
    expect(planState.status).toBe('ended');
    expect(results).toHaveLength(count);
    await installations.faults();
    const applied = installations.applied.length;
    const { done, unknown, failed } = planState.counts;
    if (kind === '500' || kind === 'reset-before') expect(applied).toBeLessThan(count);
    expect(done).toBeLessThanOrEqual(applied);
    expect(done + unknown).toBeGreaterThanOrEqual(applied);
    expect(done + unknown + failed + planState.counts['not-attempted']).toBe(count);

    const sent = installations.writes.length;
    await restart();
    await core.journal.openEntries();
    clock.passFinish();
    await core.reconciler.reconcileAll();
    expect(await core.journal.openEntries()).toEqual([]);
    expect(installations.writes).toHaveLength(sent);
    const [unfinished] = await core.plans.runs.unfinished();
    expect(unfinished?.left ?? 0).toBe(count - applied);
    if (unfinished !== undefined) {
      await core.plans.runs.resume(planId);
      expect((await ended(planId)).planState).toMatchObject({ status: 'ended', left: 0 });
    }
    expect(await installations.held()).toEqual(held);
    expect(new Set(installations.applied).size).toBe(count);
    expect(installations.applied).toHaveLength(count);
    const entries = await core.journal.all({ planId });
    const doneKeys = entries.flatMap(({ outcome, rowKey }) => (outcome === 'done' ? rowKey : []));
    expect(doneKeys.sort()).toEqual([...keys].sort());
    expect(tracesInFiles(folder, acrossSecrets).traces).toEqual([]);
  });

  it('waits for a sign-in before its last rows, and then sends the rest', async () => {
    await start(authToken);
    const { planId, keys } = await prepared(source);
    await core.plans.run(planId, keys, options, keys[0]);
    expect((await ended(planId)).planState).toMatchObject({ status: 'paused', left: count - 1 });
    await installations.faults({ kind: '401', only: 'writes' });
    await core.plans.runs.resume(planId);
    const waiting = new Set<string>();
    for await (const event of core.plans.runs.watch(planId)) {
      if (event.kind !== 'state') continue;
      for (const id of event.planState.signInNeeded ?? []) waiting.add(id);
      const rows = new Set(await connectionsLeft(planId));
      if (rows.size > 0 && [...rows].every((id) => waiting.has(id))) break;
    }
    expect(installations.applied).toHaveLength(1);
    await installations.faults();
    for (const connectionId of waiting) {
      await core.client.sessions.giveToken({ connectionId, authToken });
    }
    expect((await ended(planId)).planState).toMatchObject({ status: 'ended', left: 0 });
    expect(await installations.held()).toEqual(held);
    expect(installations.applied).toHaveLength(count);
  });
});

/** Installations with unsent rows. */
async function connectionsLeft(planId: string): Promise<string[]> {
  const known = await core.plans.runs.summaryOf(planId);
  if (known === null) throw new Error('The plan is not known.');
  const { plan, results } = known;
  return plan.rows.filter(({ key }) => !results.has(key)).map(({ connectionId }) => connectionId);
}

describe('a rotation without its values', () => {
  beforeEach(() => start());
  afterEach(() => end());

  it('reports the loss after a lock, and a paused one waits for the passphrase', async () => {
    const { planId, keys } = await prepared('rotation');
    await core.plans.run(planId, keys, options, keys[0]);
    await ended(planId);
    const search = await searchForOld();
    await core.client.vault.lock();
    await expect(core.plans.runs.resume(planId)).rejects.toMatchObject({
      problem: { code: 'vault-locked' },
    });
    await core.client.vault.unlock({ passphrase: 'four words without sense' });
    await expect(
      core.client.rotation.giveNewValue({ searchId: search, value: acrossSecrets.next }),
    ).rejects.toThrow('The value is no longer held.');
    await core.plans.runs.resume(planId);
    expect((await ended(planId)).planState).toMatchObject({ status: 'ended', left: 0 });
  });

  it('needs a new search after a restart', async () => {
    const searchId = await searchForOld();
    const { planId, keys } = await prepared('rotation');
    await restart();
    await expect(core.plans.run(planId, keys, options)).rejects.toMatchObject({
      problem: { code: 'refused' },
    });
    const { client } = core;
    await expect(
      client.rotation.giveNewValue({ searchId, value: acrossSecrets.next }),
    ).rejects.toThrow('The value is no longer held.');
    expect(installations.writes).toEqual([]);
    expect((await prepared('rotation')).keys).toEqual(keys);
  });
});

async function searchForOld(): Promise<string> {
  const { old } = acrossSecrets;
  for await (const event of await core.client.rotation.find({ kind: 'pasted', value: old })) {
    expect(tracesIn(JSON.stringify(event), acrossSecrets)).toEqual([]);
    if (event.kind === 'end') return event.searchId;
  }
  throw new Error('The search has no end.');
}
