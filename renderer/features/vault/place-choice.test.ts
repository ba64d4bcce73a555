import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { VaultChoice, VaultState } from '#contract/vault.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';
import { fakeClient } from '../../shared/testing/client.fake.ts';
import { vaultStates } from '../../shared/secrets/testing/vault-states.ts';
import { Vault } from '../../shared/secrets/vault.svelte.ts';
import { PlaceChoice } from './place-choice.svelte.ts';

const good = 'vier Wörter ohne Sinn';

/** A dialog on a vault that stands so, and what the host was asked to do. */
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
  return { asked, vault, choice: new PlaceChoice(vault, null) };
}

describe('what is marked', () => {
  it('is a passphrase where there is nothing yet, and what is used elsewhere', () => {
    expect(opened(vaultStates.none).choice.to).toBe('passphrase');
    expect(opened(vaultStates.ready).choice.to).toBe('keychain');
    expect(opened(vaultStates.waiting).choice.to).toBe('keychain');
    expect(opened(vaultStates.memory).choice.to).toBe('memory');
    expect(opened(vaultStates.refused).choice.to).toBeNull();
  });

  it('is what somebody chose, for as long as that is offered', () => {
    const { choice, vault } = opened(vaultStates.none);
    choice.chosen = 'memory';
    expect(choice.to).toBe('memory');
    vault.state = vaultStates.ready;
    expect(choice.to).toBe('keychain');
  });

  it('can be confirmed where it is another place than now', () => {
    const { choice } = opened(vaultStates.ready);
    expect(choice.canConfirm).toBe(false);
    choice.chosen = 'passphrase';
    expect(choice.canConfirm).toBe(true);
  });
});

describe('a passphrase', () => {
  it('is neither sent too short nor when it was mistyped, and what was typed stays', async () => {
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

  it('says nothing of mistakes to who is still typing', () => {
    const { passphrase } = opened(vaultStates.none).choice;
    passphrase.text = 'abc';
    expect(passphrase.textMistake).toBeUndefined();
    expect(passphrase.strength?.level).toBe('too-short');
    passphrase.textLeft = true;
    expect(passphrase.textMistake).toContain('at least 8');
    expect(passphrase.againMistake).toBeUndefined();
  });
});

it('shows why secrets stayed where they were', async () => {
  const locked = plainProblem('vault-locked', 'It is locked.', 'Unlock it.');
  const { choice } = opened(vaultStates.none, locked);
  choice.chosen = 'memory';
  expect(await choice.confirm()).toBe(false);
  expect(choice.task.otherProblem?.message).toBe('It is locked.');
  expect(choice.task.isRunning).toBe(false);
});

it('shows at the field what the host has against it', async () => {
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

it('moves once, however often it is asked for', async () => {
  const { asked, choice } = opened(vaultStates.none);
  choice.chosen = 'memory';
  await Promise.all([choice.confirm(), choice.confirm()]);
  expect(asked).toHaveLength(1);
});
