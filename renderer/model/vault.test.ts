import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import type { VaultState } from '#contract/vault.ts';
import { clientDouble, streamOf } from './testing/client.double.ts';
import { VaultWatch } from './vault.svelte.ts';

const waiting: VaultState = {
  status: 'waiting',
  kind: 'keychain',
  label: 'GNOME Keyring',
  reason: 'It has not answered yet.',
  choices: ['memory'],
  kept: 2,
  autoLockMinutes: 30,
};
const ready: VaultState = { ...waiting, status: 'ready', reason: null, choices: [] };
const memory: VaultState = { ...waiting, status: 'memory', kind: 'memory' };

it('follows how the vault stands', async () => {
  const late = Promise.withResolvers<null>();
  const watch = new VaultWatch(
    clientDouble({
      vault: {
        state: () => Promise.resolve(waiting),
        watch: () =>
          Promise.resolve(
            streamOf(
              (async function* () {
                yield waiting;
                await late.promise;
                yield ready;
              })(),
            ),
          ),
      },
    }),
  );
  expect(watch.state).toBeNull();
  await watch.load();
  expect(watch.state?.status).toBe('waiting');
  late.resolve(null);
  await expect.poll(() => watch.state?.status).toBe('ready');
});

it('shows what was chosen, or why it could not be', async () => {
  const problem = {
    code: 'vault-locked' as const,
    message: 'It is locked.',
    advice: 'Unlock it.',
    facts: [],
    answer: null,
  };
  const watch = new VaultWatch(
    clientDouble({
      vault: {
        choose: ({ kind }) =>
          kind === 'memory'
            ? Promise.resolve(memory)
            : Promise.reject(new ORPCError('PROBLEM', { defined: true, data: problem })),
      },
    }),
  );
  await watch.choose({ kind: 'keychain' });
  expect(watch.problem?.code).toBe('vault-locked');
  await watch.choose({ kind: 'memory' });
  expect(watch.problem).toBeNull();
  expect(watch.state?.status).toBe('memory');
});
