import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { VaultStatus } from '#contract/vault.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { FakeVault } from '#test-support/vault.fake.ts';
import { dataKeyMissing } from '../vault/vault-problems.ts';
import { PersistentQueue, type QueueOptions } from './persistent-queue.ts';

interface Change {
  readonly key: string;
  readonly value: number;
}

const full = plainProblem('storage-failed', 'The disk is full.', 'Make room.');
const change = (key: string, value = 0): Change => ({ key, value });

/** A disk for changes: `gate` delays every write, `failure` rejects it. */
class Disk {
  readonly held = new Map<string, number>();
  readonly writes: Change[][] = [];
  attempts = 0;
  failure: Error | null = null;
  gate: Promise<unknown> = Promise.resolve();

  readonly write = async (changes: readonly Change[]): Promise<void> => {
    this.attempts += 1;
    await this.gate;
    if (this.failure !== null) throw this.failure;
    this.writes.push([...changes]);
    for (const { key, value } of changes) this.held.set(key, value);
  };
}

function started(
  options: Partial<QueueOptions<Change>> = {},
  status: VaultStatus = 'ready',
  file = new FakeDraftStore(),
) {
  const vault = new FakeVault();
  vault.shown = { ...vault.shown, status };
  const clock = new FakeClock();
  const disk = new Disk();
  const queue = new PersistentQueue<Change>(
    { ...fakePorts(), vault, clock, drafts: file },
    { keyOf: ({ key }) => key, write: disk.write, ...options },
  );
  onTestFinished(() => queue.close());
  const fillDisk = (): void => {
    disk.failure = new ProblemError(full);
  };
  return { vault, clock, disk, file, queue, fillDisk };
}

describe('a change', () => {
  it('is on disk when `flush` resolves, and the latest of its key is', async () => {
    const { queue, disk } = started();
    queue.put(change('a', 1));
    queue.put(change('a', 2));
    expect([...queue.pending.keys()]).toEqual(['a']);
    await queue.flush();
    expect([...disk.held]).toEqual([['a', 2]]);
    expect([queue.pending.size, queue.status.status]).toEqual([0, 'kept']);
  });

  it('shares one write with concurrent changes', async () => {
    const { queue, disk } = started();
    await queue.flush();
    const flushes = ['a', 'b', 'c'].map((key) => {
      queue.put(change(key));
      return queue.flush();
    });
    await Promise.all([...flushes, queue.write([change('d')]), queue.write([change('e')])]);
    expect(disk.writes.map((written) => written.map(({ key }) => key).join(''))).toEqual(['deabc']);
  });

  it('is written in batches, all on disk when `flush` resolves', async () => {
    const { queue, disk } = started({ batchSize: 2 });
    for (const key of ['a', 'b', 'c', 'd', 'e']) queue.put(change(key));
    await queue.flush();
    expect(disk.writes.map(({ length }) => length)).toEqual([2, 2, 1]);
  });

  it('that replaces one in progress is written after it, never at the same time', async () => {
    const { queue, disk } = started();
    const gate = Promise.withResolvers<null>();
    disk.gate = gate.promise;
    queue.put(change('a', 1));
    const first = queue.flush();
    await vi.waitFor(() => {
      expect(disk.attempts).toBe(1);
    });
    queue.put(change('a', 2));
    const second = queue.flush();
    await setImmediate();
    expect(disk.attempts).toBe(1);
    gate.resolve(null);
    await Promise.all([first, second]);
    expect(disk.writes.map(([written]) => written?.value)).toEqual([1, 2]);
    expect(queue.pending.size).toBe(0);
  });

  it('is batched with later changes, and with the next immediate write', async () => {
    const { queue, disk, clock } = started();
    await queue.flush();
    queue.put(change('a'));
    queue.flushIn(20);
    queue.put(change('b'));
    queue.flushIn(20);
    expect(clock.sleepers).toBe(1);
    clock.move(20);
    await vi.waitFor(() => {
      expect(disk.writes).toHaveLength(1);
    });
    queue.put(change('c'));
    queue.flushIn(20);
    await queue.write([change('d')]);
    expect(disk.writes.map(({ length }) => length)).toEqual([2, 2]);
  });
});

it('ends a flush even if a change arrives during every write', async () => {
  const disk = new Disk();
  const { queue } = started({
    batchSize: 1,
    write: async (changes) => {
      await disk.write(changes);
      if (disk.writes.length < 10) queue.put(change('a'));
    },
  });
  queue.put(change('a'));
  queue.put(change('b'));
  await queue.flush();
  expect(disk.writes.map(([written]) => written?.key)).toEqual(['a', 'b', 'a']);
  expect([...queue.pending.keys()]).toEqual(['a']);
});

describe('an immediate write', () => {
  it('rejects with the problem at once, and earlier changes stay pending', async () => {
    const { queue, disk, fillDisk } = started();
    fillDisk();
    queue.put(change('a'));
    await expect(queue.write([change('b')])).rejects.toMatchObject({ problem: full });
    expect([...queue.pending.keys()]).toEqual(['a']);
    expect(queue.status).toEqual({ status: 'failed', reason: full.message, problem: full });
    disk.failure = null;
    await queue.flush();
    expect([...disk.held.keys()]).toEqual(['a']);
  });

  it('replaces an older pending change', async () => {
    const { queue, disk, fillDisk } = started({ batchSize: 1 });
    fillDisk();
    for (const key of ['other', 'a']) queue.put(change(key, 1));
    await queue.flush();
    await expect(queue.write([change('a', 2)])).rejects.toThrow('The disk is full.');
    expect(queue.pending.get('a')).toEqual(change('a', 1));
    disk.failure = null;
    await queue.write([change('a', 3)]);
    await queue.flush();
    expect(disk.held.get('a')).toBe(3);
    expect(queue.pending.size).toBe(0);
  });

  it('is not retried', async () => {
    const { queue, clock, fillDisk } = started();
    await queue.flush();
    fillDisk();
    await expect(queue.write([change('a')])).rejects.toThrow('The disk is full.');
    expect(clock.sleepers).toBe(0);
    expect(queue.status.status).toBe('failed');
  });

  it('rejects behind a locked vault', async () => {
    const { queue, disk } = started({}, 'locked');
    await expect(queue.write([change('a')])).rejects.toMatchObject({
      problem: { code: 'vault-locked' },
    });
    expect(queue.status).toMatchObject({ status: 'locked', problem: null });
    expect([disk.attempts, queue.pending.size]).toEqual([0, 0]);
  });
});

describe('a vault', () => {
  it('that has not answered leaves changes pending', async () => {
    const { queue, vault, disk } = started({}, 'opening');
    queue.put(change('a'));
    await queue.flush();
    expect([queue.status.status, disk.attempts]).toEqual(['opening', 0]);
    vault.turn('ready');
    await queue.vaultAnswer;
    await vi.waitFor(() => {
      expect(disk.held.has('a')).toBe(true);
    });
  });

  it('that is locked leaves changes pending until it is unlocked', async () => {
    const { queue, vault, disk } = started();
    await queue.flush();
    for (const value of [1, 2, 3]) {
      vault.turn('locked', 'Enter the passphrase.');
      queue.put(change('a', value));
      await queue.flush();
      expect(queue.status).toMatchObject({ status: 'locked', reason: 'Enter the passphrase.' });
      expect(disk.held.get('a') ?? 0).toBe(value - 1);
      vault.turn('ready');
      await vi.waitFor(() => {
        expect(disk.held.get('a')).toBe(value);
      });
    }
  });

  it('in memory leaves everything pending until it is on disk', async () => {
    const { queue, vault, disk } = started({}, 'memory');
    queue.put(change('a'));
    await queue.flush();
    await queue.write([change('b')]);
    expect(queue.isInMemory).toBe(true);
    expect([queue.status.status, queue.pending.size]).toEqual(['memory', 2]);
    vault.turn('ready');
    await vi.waitFor(() => {
      expect([...disk.held.keys()]).toEqual(['a', 'b']);
    });
  });
});

describe('a failing disk', () => {
  it('is retried after pauses that double up to 10 seconds, until it works', async () => {
    const { queue, disk, clock, fillDisk } = started();
    fillDisk();
    queue.put(change('a'));
    await queue.flush();
    const pauses = [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000];
    for (const [index, pause] of pauses.entries()) {
      expect([disk.attempts, clock.sleepers]).toEqual([index + 1, 1]);
      clock.move(pause - 1);
      await setImmediate();
      expect(disk.attempts).toBe(index + 1);
      clock.move(1);
      await vi.waitFor(() => {
        expect([disk.attempts, clock.sleepers]).toEqual([index + 2, 1]);
      });
    }
    disk.failure = null;
    clock.move(10_000);
    await vi.waitFor(() => {
      expect(queue.status).toEqual({ status: 'kept', reason: null, problem: null });
    });
    fillDisk();
    queue.put(change('b'));
    await queue.flush();
    disk.failure = null;
    clock.move(500);
    await vi.waitFor(() => {
      expect([...disk.held.keys()]).toEqual(['a', 'b']);
    });
  });

  it('is retried once on close, and never after that', async () => {
    const { queue, disk, clock, fillDisk } = started();
    fillDisk();
    queue.put(change('a'));
    await queue.flush();
    await queue.close();
    expect([disk.attempts, clock.sleepers]).toEqual([2, 0]);
  });

  it('receives pending changes on close, without waiting for the pause', async () => {
    const { queue, disk, fillDisk } = started();
    fillDisk();
    queue.put(change('a'));
    await queue.flush();
    disk.failure = null;
    await queue.close();
    expect([...disk.held.keys()]).toEqual(['a']);
    // For example the outcome of a request that is still in flight.
    queue.put(change('late'));
    queue.flushIn(20);
    await vi.waitFor(() => {
      expect(disk.held.has('late')).toBe(true);
    });
  });

  it('without a data key is not retried', async () => {
    const { queue, file, clock } = started();
    file.problem = dataKeyMissing().problem;
    queue.put(change('a'));
    await queue.flush();
    expect(queue.status.problem?.code).toBe('data-key-missing');
    expect(clock.sleepers).toBe(0);
  });

  it('delays `close` until its write ends', async () => {
    const { queue, disk } = started();
    const gate = Promise.withResolvers<null>();
    disk.gate = gate.promise;
    const writing = queue.write([change('a')]);
    let isClosed = false;
    const closing = queue.close().then(() => {
      isClosed = true;
    });
    await setImmediate();
    expect(isClosed).toBe(false);
    gate.resolve(null);
    await Promise.all([writing, closing]);
    expect(disk.held.has('a')).toBe(true);
  });
});

describe('a file', () => {
  it('of a newer Hookdesk, detected after the first attempt, leaves everything in memory', async () => {
    const { queue, file, disk } = started({
      onOpened: () => {
        file.refusal = 'A newer Hookdesk wrote it.';
        return Promise.reject(new ProblemError(full));
      },
    });
    await queue.write([change('a')]);
    expect(queue.status).toEqual({ status: 'memory', reason: file.refusal, problem: null });
    expect([disk.attempts, queue.pending.size]).toEqual([0, 1]);
  });

  it('is read before the first write, and again after it was reopened', async () => {
    const seen: number[] = [];
    const { queue, file, disk } = started({
      onOpened: ({ opening }) => {
        seen.push(opening);
        queue.put(change(`opening ${opening}`));
        return Promise.resolve();
      },
    });
    await queue.write([change('a')]);
    expect(disk.writes[0]?.map(({ key }) => key)).toEqual(['a', 'opening 1']);
    file.reopen();
    await vi.waitFor(() => {
      expect(disk.held.has('opening 2')).toBe(true);
    });
    await queue.flush();
    expect(seen).toEqual([1, 2]);
  });

  it('that is unreadable is retried, and not written before it was read', async () => {
    const onOpened = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new ProblemError(full));
    const { queue, disk, clock } = started({ onOpened });
    await queue.flush();
    expect([queue.status.status, clock.sleepers]).toEqual(['failed', 1]);
    queue.put(change('a'));
    clock.move(500);
    await vi.waitFor(() => {
      expect([...disk.held.keys()]).toEqual(['a']);
    });
    expect(onOpened).toHaveBeenCalledTimes(2);
  });
});

it('rejects with an unexpected error, and continues to work', async () => {
  const { queue, disk } = started();
  await queue.flush();
  disk.failure = new TypeError('A defect.');
  queue.put(change('a'));
  await expect(queue.flush()).rejects.toThrow('A defect.');
  await expect(queue.write([change('b')])).rejects.toThrow('A defect.');
  disk.failure = null;
  await queue.flush();
  expect([...disk.held.keys()]).toEqual(['a']);
});

it('reports every attempt after the status is updated', async () => {
  const reported: string[] = [];
  const { queue, fillDisk } = started({
    onAttempt: () => {
      reported.push(queue.status.status);
    },
  });
  await queue.flush();
  fillDisk();
  queue.put(change('a'));
  await queue.flush();
  expect(reported).toEqual(['kept', 'failed']);
});

const key = fc.constantFrom('a', 'b', 'c');
const step = fc.oneof(
  fc.record({ does: fc.constant('put' as const), key }),
  fc.record({ does: fc.constant('write' as const), key }),
  fc.record({
    does: fc.constantFrom('flush', 'wait', 'wait', 'pause', 'lock', 'unlock', 'fail', 'recover'),
  }),
);

it('keeps every change in memory until it is on disk, for any order of vault and disk states', async () => {
  const law = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    let writers = 0;
    const latest = new Map<string, number>();
    const going: Promise<unknown>[] = [];
    const disk = new Disk();
    const write = async (changes: readonly Change[]): Promise<void> => {
      writers += 1;
      expect(writers).toBe(1);
      // Lets other steps run during the write.
      await setImmediate();
      writers -= 1;
      await disk.write(changes);
    };
    const { queue, vault, clock } = started({ batchSize: 2, write });
    let value = 0;
    for (const each of steps) {
      const at = (value += 1);
      if ('key' in each && each.does === 'put') {
        queue.put(change(each.key, at));
        latest.set(each.key, at);
      } else if ('key' in each) {
        const begun = queue.write([change(each.key, at)]).then(
          () => {
            // This change or a newer one is on disk.
            expect(disk.held.get(each.key) ?? 0).toBeGreaterThanOrEqual(at);
          },
          (error: unknown) => {
            expect(error).toBeInstanceOf(ProblemError);
          },
        );
        going.push(begun);
      } else if (each.does === 'flush') going.push(queue.flush());
      else if (each.does === 'wait') await setImmediate();
      else if (each.does === 'pause') clock.move(10_000);
      else if (each.does === 'lock') vault.turn('locked');
      else if (each.does === 'unlock') vault.turn('ready');
      else if (each.does === 'fail') disk.failure = new ProblemError(full);
      else disk.failure = null;
      // A change leaves memory only after it is on disk, so that a kill loses no acknowledged
      // change.
      for (const [name, put] of latest) {
        const known = queue.pending.get(name)?.value ?? 0;
        expect(Math.max(known, disk.held.get(name) ?? 0)).toBeGreaterThanOrEqual(put);
      }
    }
    await Promise.all(going);
    vault.turn('ready');
    disk.failure = null;
    await queue.close();
    expect(queue.pending.size).toBe(0);
    for (const [name, put] of latest) expect(disk.held.get(name)).toBeGreaterThanOrEqual(put);
  });
  await fc.assert(law, { numRuns: 200 });
});
