import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import type { VaultState } from '#contract/vault.ts';
import { plainProblem } from '#domain/problem.ts';
import { aPlanState } from '../plan/testing/a-plan.ts';
import { FakeNotifier } from '../../shared/testing/notifier.fake.ts';
import { fakeClient, streamOf } from '../../shared/testing/client.fake.ts';
import { Notices } from '../../shared/notices.svelte.ts';
import { vaultStates } from '../../shared/secrets/testing/vault-states.ts';
import { Workspace } from '../../workspace/workspace.svelte.ts';

const { passphrase, passphraseLocked } = vaultStates;

async function* nothingMore(): AsyncGenerator<VaultState, void, void> {
  yield* await Promise.resolve([]);
}

it('unfinished plans are loaded again after unlocking', async () => {
  const interrupted = aPlanState({ status: 'interrupted', left: 1 });
  let state: VaultState = passphraseLocked;
  let asked = 0;
  const client = fakeClient({
    vault: {
      state: () => Promise.resolve(state),
      watch: () => Promise.resolve(streamOf(nothingMore())),
      unlock: () => {
        state = passphrase;
        return Promise.resolve(state);
      },
    },
    plans: {
      unfinished: () => {
        asked += 1;
        if (state === passphrase) return Promise.resolve([interrupted]);
        const locked = plainProblem('vault-locked', 'The vault is locked.', 'Unlock it.');
        return Promise.reject(new ORPCError('PROBLEM', { defined: true, data: locked }));
      },
    },
  });
  const { vault, plans } = new Workspace(client, new FakeNotifier(), new Notices());
  await vault.load();
  await plans.loadUnfinished();
  expect([asked, plans.interrupted]).toEqual([1, []]);
  await vault.unlock('right');
  await expect.poll(() => plans.interrupted).toEqual([interrupted]);
  expect(asked).toBe(2);
});
