// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import type * as Promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#domain/problem.ts';
import { power, poweredFiles } from './testing/power.ts';
import { type OpenedVault, VaultMachine } from './testing/vault-machine.ts';

vi.mock('node:fs/promises', async (original) => poweredFiles(await original<typeof Promises>()));

const root = mkdtempSync(join(tmpdir(), 'hookdesk-moving-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});

const secrets = new Map([
  ['connection/1/auth-token', 'one'],
  ['connection/2/password', 'zwei'],
]);
const names = [...secrets.keys()].sort();
const old = 'the old passphrase';
const next = 'the next passphrase';

class Machine extends VaultMachine {
  constructor() {
    super(root);
  }

  /** Opens the vault with the secrets in it. */
  async holding(kind: 'keychain' | 'passphrase' | 'memory'): Promise<OpenedVault> {
    await power.on();
    if (kind !== 'keychain') this.library.manner = 'absent';
    const opened = await this.openVault();
    if (kind === 'passphrase') await opened.vault.choose({ kind, passphrase: old });
    if (kind === 'memory') await opened.vault.choose({ kind });
    for (const [name, secret] of secrets) await opened.secrets.set(name, secret);
    this.library.manner = 'open';
    return opened;
  }
}

/** Returns the content of the vault after a restart, whichever passphrase unlocks it. */
async function heldAfterStart(
  machine: Machine,
): Promise<{ kind: string; held: Map<string, string> }> {
  await power.on();
  const { vault, secrets: store } = await machine.openVault();
  if (vault.state().status === 'locked') {
    await vault.unlock(old).catch(() => vault.unlock(next));
  }
  const held = new Map<string, string>();
  for (const name of names) {
    const secret = await store.get(name);
    if (secret !== null) held.set(name, secret);
  }
  // The start deletes the copies that are no longer needed.
  const { kind } = vault.state();
  const expected = kind === 'keychain' ? [...held.keys()].sort() : [];
  const left = () => machine.library.names.filter((name) => name !== 'probe');
  await expect.poll(left, { interval: 1 }).toEqual(expected);
  return { kind, held };
}

const moves = {
  'from the keychain under a passphrase': {
    from: 'keychain',
    to: 'passphrase',
    move: ({ vault }: OpenedVault) => vault.choose({ kind: 'passphrase', passphrase: next }),
  },
  'from a passphrase to the keychain': {
    from: 'passphrase',
    to: 'keychain',
    move: ({ vault }: OpenedVault) => vault.choose({ kind: 'keychain' }),
  },
  'from memory under a passphrase': {
    from: 'memory',
    to: 'passphrase',
    move: ({ vault }: OpenedVault) => vault.choose({ kind: 'passphrase', passphrase: next }),
  },
  'from memory to the keychain': {
    from: 'memory',
    to: 'keychain',
    move: ({ vault }: OpenedVault) => vault.choose({ kind: 'keychain' }),
  },
  'from one passphrase to another': {
    from: 'passphrase',
    to: 'passphrase',
    move: ({ vault }: OpenedVault) => vault.changePassphrase(old, next),
  },
} as const;

describe.each(Object.entries(moves))('%s', (_, { from, to, move }) => {
  it('moves every secret, and leaves none behind', async () => {
    const machine = new Machine();
    const opened = await machine.holding(from);
    await move(opened);
    expect(`${opened.vault.state().status} ${opened.vault.state().kind}`).toBe(`ready ${to}`);
    expect(await heldAfterStart(machine)).toEqual({ kind: to, held: secrets });
  });

  it('loses no secret when the process stops before any step', async () => {
    const kinds = new Set<string>();
    for (let step = 0; ; step += 1) {
      const machine = new Machine();
      const opened = await machine.holding(from);
      const stopped = power.cutBefore(step);
      const ended = await Promise.race([stopped, move(opened).then(() => 'moved')]);
      if (ended === 'moved') {
        expect(step).toBeGreaterThan(5);
        break;
      }
      const { kind, held } = await heldAfterStart(machine);
      kinds.add(kind);
      // Secrets only in memory end with the process, unless the move had stored them.
      const isLost = from === 'memory' && held.size === 0;
      if (!isLost) expect({ step, held }).toEqual({ step, held: secrets });
    }
    // The stops include one before and one after the decisive step.
    if (from !== to) expect(kinds).toContain(to);
  });

  it('changes nothing when a step fails, or succeeds without that step', async () => {
    for (let step = 0; ; step += 1) {
      const machine = new Machine();
      const opened = await machine.holding(from);
      power.failAt(step);
      const failed = await move(opened).then(
        () => false,
        (error: unknown) => {
          expect(error).toBeInstanceOf(ProblemError);
          expect(JSON.stringify(error)).not.toMatch(/zwei|passphrase"/);
          return true;
        },
      );
      const isOver = power.steps <= step;
      await power.on();
      for (const [name, secret] of secrets) {
        expect({ step, secret: await opened.secrets.get(name) }).toEqual({ step, secret });
      }
      if (failed) {
        expect({ step, kind: opened.vault.state().kind }).toEqual({ step, kind: from });
        // A restart must show the same, except for memory.
        const again = from === 'memory' ? opened : await machine.openVault();
        if (from === 'passphrase') await again.vault.unlock(old);
        expect({ step, kind: again.vault.state().kind }).toEqual({ step, kind: from });
        // The move can be retried.
        await move(again);
        expect(again.vault.state().kind).toBe(to);
      }
      if (isOver) break;
      expect(await heldAfterStart(machine)).toEqual({ kind: to, held: secrets });
    }
  });
});
