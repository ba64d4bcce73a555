import { ORPCError } from '@orpc/client';
import { expect, it, vi } from 'vitest';
import type { VaultState } from '#contract/vault.ts';
import { plainProblem, type PlainProblemCode } from '#domain/problem.ts';
import { fakeClient, streamOf } from '../testing/client.fake.ts';
import { vaultStates } from './testing/vault-states.ts';
import { Vault } from './vault.svelte.ts';

const { none, memory, passphrase, passphraseLocked, ready, waiting } = vaultStates;
const failure = (code: PlainProblemCode) =>
  new ORPCError('PROBLEM', { defined: true, data: plainProblem(code, 'message', 'advice') });

/** The vault of a window: it loads the state `loaded`, then the host has the state `first`. */
async function windowOf(first: VaultState, { loaded = first }: { loaded?: VaultState } = {}) {
  let state = loaded;
  const calls: string[] = [];
  const reports: VaultState[] = [];
  let reported = Promise.withResolvers<null>();
  const become = (next: VaultState): Promise<VaultState> => {
    state = next;
    return Promise.resolve(next);
  };
  const vault = new Vault(
    fakeClient({
      vault: {
        state: () => Promise.resolve(state),
        watch: () =>
          Promise.resolve(
            streamOf(
              (async function* () {
                for (;;) {
                  yield* reports.splice(0);
                  await reported.promise;
                  reported = Promise.withResolvers();
                }
              })(),
            ),
          ),
        lock: () => {
          calls.push('lock');
          return become(passphraseLocked);
        },
        noteUse: () => {
          calls.push('use');
          return Promise.resolve();
        },
        unlock: ({ passphrase: given }) =>
          given === 'right' ? become(passphrase) : Promise.reject(failure('refused')),
        choose: ({ kind }) => become(kind === 'memory' ? memory : passphrase),
      },
    }),
  );
  await vault.load();
  state = first;
  return {
    vault,
    calls,
    /** Reports another state from the host. */
    report: (next: VaultState): void => {
      state = next;
      reports.push(next);
      reported.resolve(null);
    },
  };
}

it('follows the state of the vault and knows when it began to wait', async () => {
  const { vault, report } = await windowOf(ready);
  expect(vault.usable).toBe(true);
  expect(vault.waitingSince).toBeNull();
  report(waiting);
  await expect.poll(() => vault.state?.status).toBe('waiting');
  const since = vault.waitingSince;
  expect(since).not.toBeNull();
  report({ ...waiting, kept: 3 });
  await expect.poll(() => vault.state?.kept).toBe(3);
  expect(vault.waitingSince).toBe(since);
  report(ready);
  await expect.poll(() => vault.waitingSince).toBeNull();
});

it('opens without a question if the host can use secrets, despite an older state', async () => {
  const { vault } = await windowOf(ready, { loaded: passphraseLocked });
  expect(await vault.open()).toBe(true);
  expect(vault.question).toBeNull();
});

it('asks one question for concurrent callers and removes it after unlocking', async () => {
  const { vault } = await windowOf(passphraseLocked);
  const both = Promise.all([vault.open(), vault.open()]);
  await expect.poll(() => vault.question).toEqual({ kind: 'open' });
  await expect(vault.unlock('wrong')).rejects.toThrow();
  expect(vault.question).toEqual({ kind: 'open' });
  await vault.unlock('right');
  expect(await both).toEqual([true, true]);
  expect(vault.question).toBeNull();
});

it('opens when the keychain becomes ready', async () => {
  const { vault, report } = await windowOf(waiting);
  const open = vault.open();
  await expect.poll(() => vault.question).not.toBeNull();
  report(ready);
  expect(await open).toBe(true);
});

it('keeps a question about another secret storage when the vault opens', async () => {
  const { vault, report } = await windowOf(waiting);
  vault.ask({ kind: 'choose', to: 'memory' });
  report(ready);
  await expect.poll(() => vault.usable).toBe(true);
  expect(vault.question).toEqual({ kind: 'choose', to: 'memory' });
});

it('calls onUsable only when secrets become usable', async () => {
  const { vault, report } = await windowOf(passphraseLocked);
  const usable = vi.fn();
  vault.onUsable = usable;
  await vault.unlock('right');
  expect(usable).toHaveBeenCalledTimes(1);
  report(ready);
  await expect.poll(() => vault.state?.kind).toBe('keychain');
  report(none);
  await expect.poll(() => vault.state?.status).toBe('unavailable');
  expect(usable).toHaveBeenCalledTimes(1);
  await vault.choose({ kind: 'memory' });
  expect(usable).toHaveBeenCalledTimes(2);
});

it('has the edits saved before it locks the vault, and before another window’s lock hides them', async () => {
  const { vault, calls, report } = await windowOf(passphrase);
  const saved = Promise.withResolvers<undefined>();
  const shown: boolean[] = [];
  vault.onLocking = () => {
    shown.push(!vault.isLocked);
    return saved.promise;
  };
  const locked = vault.lock();
  expect(calls).toEqual([]);
  saved.resolve(undefined);
  await locked;
  expect(calls).toEqual(['lock']);
  await vault.unlock('right');
  shown.length = 0;
  report(passphraseLocked);
  await expect.poll(() => vault.isLocked).toBe(true);
  expect(shown).toEqual([true]);
});

it('reports a person’s work once in 20 s, while a passphrase vault is open', async () => {
  const { vault, calls } = await windowOf(passphrase);
  vault.noteUse();
  vault.noteUse();
  expect(calls).toEqual(['use']);
  for (const state of [ready, passphraseLocked, memory]) {
    const other = await windowOf(state);
    other.vault.noteUse();
    expect(other.calls).toEqual([]);
  }
});

it('retries work that needs a secret after unlocking', async () => {
  const { vault } = await windowOf(passphraseLocked);
  const work = vi.fn(() =>
    vault.usable ? Promise.resolve('done') : Promise.reject(failure('vault-locked')),
  );
  const done = vault.withSecrets(work);
  await expect.poll(() => vault.question).not.toBeNull();
  await vault.unlock('right');
  expect(await done).toBe('done');
  expect(work).toHaveBeenCalledTimes(2);
});

it('rejects with vault-locked if the question is dismissed', async () => {
  const { vault } = await windowOf(none);
  const done = vault.withSecrets(() => Promise.reject(failure('vault-locked')));
  await expect.poll(() => vault.question).not.toBeNull();
  vault.answer();
  await expect(done).rejects.toMatchObject({ data: { code: 'vault-locked' } });
  expect(vault.question).toBeNull();
});

it('asks only for vault-locked errors, and at most once', async () => {
  const { vault } = await windowOf(none);
  await expect(vault.withSecrets(() => Promise.reject(failure('refused')))).rejects.toThrow();
  expect(vault.question).toBeNull();
  const always = vi.fn(() => Promise.reject(failure('vault-locked')));
  const done = vault.withSecrets(always);
  await expect.poll(() => vault.question).not.toBeNull();
  await vault.choose({ kind: 'memory' });
  await expect(done).rejects.toThrow();
  expect(always).toHaveBeenCalledTimes(2);
});
