import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { VaultChoice, VaultState } from '#contract/vault.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';
import { fakeClient } from '../../shared/testing/client.fake.ts';
import { vaultStates } from '../../shared/secrets/testing/vault-states.ts';
import { Vault } from '../../shared/secrets/vault.svelte.ts';
import { SecretStorageChoice } from './secret-storage-choice.svelte.ts';

const good = 'vier Wörter ohne Sinn';

/** A dialog on a vault with this state, and the choices sent to the host. */
function opened(state: VaultState, problem: Problem | null = null) {
  const asked: VaultChoice[] = [];
  const vault = new Vault(
    fakeClient({
      vault: {
        choose: (choice) => {
          asked.push(choice);
          return problem === null
            ? Promise.resolve(vaultStates.passphrase)
            : Promise.reject(new ORPCError('PROBLEM', { defined: true, data: problem }));
        },
      },
    }),
  );
  vault.state = state;
  return { asked, vault, choice: new SecretStorageChoice(vault, null) };
}

describe('the marked secret storage', () => {
  it('is the passphrase vault by default, or the storage in use', () => {
    expect(opened(vaultStates.none).choice.selected).toBe('passphrase');
    expect(opened(vaultStates.ready).choice.selected).toBe('keychain');
    expect(opened(vaultStates.waiting).choice.selected).toBe('keychain');
    expect(opened(vaultStates.memory).choice.selected).toBe('memory');
    expect(opened(vaultStates.refused).choice.selected).toBeNull();
  });

  it('is the chosen one while it is available', () => {
    const { choice, vault } = opened(vaultStates.none);
    choice.requested = 'memory';
    expect(choice.selected).toBe('memory');
    vault.state = vaultStates.ready;
    expect(choice.selected).toBe('keychain');
  });

  it('can be confirmed if it is not in use', () => {
    const { choice } = opened(vaultStates.ready);
    expect(choice.canConfirm).toBe(false);
    choice.requested = 'passphrase';
    expect(choice.canConfirm).toBe(true);
  });
});

describe('a passphrase', () => {
  it('is not sent if it is too short or mistyped, and the text stays', async () => {
    const { asked, choice } = opened(vaultStates.none);
    choice.passphrase.text = 'short';
    choice.passphrase.again = 'short';
    expect(await choice.confirm()).toBe(false);
    expect(choice.passphrase.textMistake).toContain('at least 8');
    choice.passphrase.text = good;
    expect(await choice.confirm()).toBe(false);
    expect(choice.passphrase.againMistake).toContain('do not match');
    choice.passphrase.again = good;
    expect(await choice.confirm()).toBe(true);
    expect(asked).toEqual([{ kind: 'passphrase', passphrase: good }]);
  });

  it('has no error while a person types', () => {
    const { passphrase } = opened(vaultStates.none).choice;
    passphrase.text = 'abc';
    expect(passphrase.textMistake).toBeUndefined();
    expect(passphrase.strength?.level).toBe('too-short');
    passphrase.textLeft = true;
    expect(passphrase.textMistake).toContain('at least 8');
    expect(passphrase.againMistake).toBeUndefined();
  });
});

it('shows the problem of a failed move', async () => {
  const locked = plainProblem('vault-locked', 'It is locked.', 'Unlock it.');
  const { choice } = opened(vaultStates.none, locked);
  choice.requested = 'memory';
  expect(await choice.confirm()).toBe(false);
  expect(choice.task.otherProblem?.message).toBe('It is locked.');
  expect(choice.task.isRunning).toBe(false);
});

it('shows an issue from the host at its field', async () => {
  const invalid: Problem = {
    ...plainProblem('refused', 'It is not accepted.', 'Correct it.'),
    code: 'invalid',
    issues: [{ path: 'passphrase', level: 'error', message: 'Too simple.' }],
  };
  const { choice } = opened(vaultStates.none, invalid);
  choice.passphrase.text = good;
  choice.passphrase.again = good;
  expect(await choice.confirm()).toBe(false);
  expect(choice.task.mistakeAt('passphrase')).toBe('Too simple.');
  expect(choice.task.otherProblem).toBeNull();
});

it('moves once for concurrent confirmations', async () => {
  const { asked, choice } = opened(vaultStates.none);
  choice.requested = 'memory';
  await Promise.all([choice.confirm(), choice.confirm()]);
  expect(asked).toHaveLength(1);
});
