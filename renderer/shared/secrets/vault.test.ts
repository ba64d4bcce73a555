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

/** A host whose vault is as a test says, and the window's view of it. */
async function windowOf(first: VaultState, { loaded = first }: { loaded?: VaultState } = {}) {
  let state = loaded;
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
    /** The host reports another state. */
    report: (next: VaultState): void => {
      state = next;
      reports.push(next);
      reported.resolve(null);
    },
  };
}

it('follows how the vault stands, and knows since when it waits', async () => {
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

it('asks nobody where secrets can be used already, whatever the window knew', async () => {
  const { vault } = await windowOf(ready, { loaded: passphraseLocked });
  expect(await vault.open()).toBe(true);
  expect(vault.question).toBeNull();
});

it('asks everybody who needs a secret at once, and takes the question back once it is answered', async () => {
  const { vault } = await windowOf(passphraseLocked);
  const both = Promise.all([vault.open(), vault.open()]);
  await expect.poll(() => vault.question).toEqual({ kind: 'open' });
  await expect(vault.unlock('wrong')).rejects.toThrow();
  expect(vault.question).toEqual({ kind: 'open' });
  await vault.unlock('right');
  expect(await both).toEqual([true, true]);
  expect(vault.question).toBeNull();
});

it('is answered by the keychain too, when somebody unlocks that', async () => {
  const { vault, report } = await windowOf(waiting);
  const open = vault.open();
  await expect.poll(() => vault.question).not.toBeNull();
  report(ready);
  expect(await open).toBe(true);
});

it('leaves a question about another place alone when the vault is opened', async () => {
  const { vault, report } = await windowOf(waiting);
  vault.ask({ kind: 'choose', to: 'memory' });
  report(ready);
  await expect.poll(() => vault.usable).toBe(true);
  expect(vault.question).toEqual({ kind: 'choose', to: 'memory' });
});

it('calls back when secrets can be used that could not be, and not for any other change', async () => {
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

it('does work that needs a secret again once it was let in', async () => {
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

it('says why work was not done where nobody lets it in', async () => {
  const { vault } = await windowOf(none);
  const done = vault.withSecrets(() => Promise.reject(failure('vault-locked')));
  await expect.poll(() => vault.question).not.toBeNull();
  vault.answer();
  await expect(done).rejects.toMatchObject({ data: { code: 'vault-locked' } });
  expect(vault.question).toBeNull();
});

it('asks for nothing where something else is wrong, and once at most', async () => {
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
