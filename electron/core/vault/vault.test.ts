import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import type { VaultState } from '#contract/vault.ts';
import { passphrase, VaultFolder } from '#test-support/vault-folder-fixture.ts';

const folder = new VaultFolder();

describe('with a keychain', () => {
  it('stores secrets across restarts, and nothing of them on disk', async () => {
    const { secrets } = folder.open();
    await secrets.set('connection/1/auth-token', 'geheim-1');
    expect(secrets.has('connection/1/auth-token')).toBe(true);
    const again = folder.open();
    expect(again.secrets.has('connection/1/auth-token')).toBe(true);
    expect(await again.secrets.get('connection/1/auth-token')).toBe('geheim-1');
    await again.secrets.clear('connection/1/auth-token');
    expect(again.secrets.has('connection/1/auth-token')).toBe(false);
    expect(await again.secrets.get('connection/1/auth-token')).toBeNull();
    expect(folder.library.names).toEqual([]);
    expect(folder.onDisk()).not.toContain('geheim');
  });

  it('creates no vault file before it stores a secret', async () => {
    await folder.settled();
    expect(readdirSync(folder.directory)).toEqual(['keychain-id', 'keychain-id.copy']);
  });

  it('knows the secrets of an older Hookdesk, without an index, by their connections', async () => {
    await folder.open().secrets.set('connection/1/auth-token', 'old');
    for (const name of ['vault.json', 'vault.previous.json']) {
      rmSync(join(folder.directory, name));
    }
    const { secrets } = folder.open({
      namesBefore: ['connection/1/auth-token', 'connection/2/auth-token'],
    });
    expect(secrets.has('connection/2/auth-token')).toBe(true);
    expect(await secrets.get('connection/1/auth-token')).toBe('old');
    expect(await secrets.get('connection/2/auth-token')).toBeNull();
    expect(secrets.has('connection/2/auth-token')).toBe(false);
  });

  it('knows without a keychain call whether a secret exists, and clears a missing one without a call', async () => {
    folder.library.manner = 'silent';
    const { secrets } = folder.open({ namesBefore: ['known'] });
    expect(secrets.has('known')).toBe(true);
    await secrets.clear('unknown');
    folder.library.answer();
    await secrets.clear('known');
  });

  it('does not store a secret late after `set` failed', async () => {
    const { secrets } = await folder.settled();
    folder.library.manner = 'silent';
    const failed = problemOf(secrets.set('name', 'late'));
    await expect.poll(() => folder.library.calls).toContain('set name');
    // The keychain's own time limit uses the system clock, so here it refuses.
    folder.library.answer('locked');
    expect((await failed).code).toBe('vault-locked');
    expect(secrets.has('name')).toBe(false);
    folder.library.manner = 'open';
    await folder.library.setPassword(
      'Hookdesk',
      `${readFileSync(join(folder.directory, 'keychain-id'), 'utf8')}/name`,
      'late',
    );
    const again = await folder.settled();
    await expect.poll(() => folder.library.names).toEqual([]);
    expect(again.secrets.has('name')).toBe(false);
  });
});

describe('a keychain that is locked', () => {
  it('is not treated as an empty one', async () => {
    await folder.open().secrets.set('name', 'secret');
    folder.library.manner = 'locked';
    const { secrets, vault, condition } = await folder.settled();
    expect(condition()).toBe('locked keychain');
    expect((await problemOf(secrets.get('name'))).code).toBe('vault-locked');
    expect((await problemOf(secrets.set('name', 'other'))).code).toBe('vault-locked');
    expect((await problemOf(secrets.clear('name'))).code).toBe('vault-locked');
    folder.library.manner = 'open';
    expect(await secrets.get('name')).toBe('secret');
    expect(condition()).toBe('ready keychain');
    expect(vault.state()).toMatchObject({ reason: null, kept: 1 });
  });

  it('is ready after a retry', async () => {
    folder.library.manner = 'locked';
    const { vault, condition } = await folder.settled();
    folder.library.manner = 'open';
    await vault.retry();
    expect(condition()).toBe('ready keychain');
  });

  it('prevents a move that would leave its secrets behind', async () => {
    await folder.open().secrets.set('name', 'secret');
    folder.library.manner = 'locked';
    const { vault } = await folder.settled();
    const problem = await problemOf(vault.choose({ kind: 'passphrase', passphrase }));
    expect(problem.code).toBe('vault-locked');
    expect(problem.message).toContain('a secret');
    expect(vault.state().choices).toEqual(['memory']);
  });
});

describe('a keychain that does not answer', () => {
  it('is shown as waiting, delays nothing else, and is ready after a late answer', async () => {
    folder.library.manner = 'silent';
    const { vault, secrets, condition } = folder.open();
    const seen: VaultState['status'][] = [];
    const watching = new AbortController();
    const watched = (async () => {
      for await (const { status } of vault.watch(watching.signal)) seen.push(status);
    })().catch(() => undefined);
    expect(condition()).toBe('opening keychain');
    await expect.poll(condition).toBe('waiting keychain');
    expect(vault.state().reason).toContain('has not responded yet');
    const wanted = secrets.get('name');
    await vault.setAutoLock(10);
    expect(folder.library.underWay).toBe(1);
    folder.library.answer();
    expect(await wanted).toBeNull();
    expect(condition()).toBe('ready keychain');
    watching.abort();
    await watched;
    expect(seen.filter((status, at) => status !== seen[at - 1])).toEqual([
      'opening',
      'waiting',
      'ready',
    ]);
  });

  it('lets a person choose while the keychain is looked for', async () => {
    folder.library.manner = 'absent';
    const { vault, condition } = folder.open();
    expect(condition()).toBe('opening keychain');
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(condition()).toBe('ready passphrase');
  });

  it('fails requests for secrets after 20 s, with advice', async () => {
    folder.library.manner = 'silent';
    const { secrets, condition } = folder.open();
    await expect.poll(condition).toBe('waiting keychain');
    const problems = Promise.all([
      problemOf(secrets.get('name')),
      problemOf(secrets.set('name', 'x')),
    ]);
    await expect.poll(() => folder.clock.sleepers).toBeGreaterThan(1);
    folder.clock.move(20_001);
    for (const problem of await problems) {
      expect(problem.code).toBe('vault-locked');
      expect(problem.message).toContain('did not respond within 20 s');
      expect(problem.advice).toContain('Unlock the keychain');
    }
    expect(folder.library.underWay).toBe(1);
    folder.library.answer();
    await expect.poll(condition).toBe('ready keychain');
    expect(folder.library.names).toEqual([]);
  });

  it('can be replaced by memory at once, and used again later with the secrets added since', async () => {
    await folder.open().secrets.set('old', 'in the keychain');
    folder.library.manner = 'silent';
    const { vault, secrets, condition } = folder.open();
    await expect.poll(condition).toBe('waiting keychain');
    const waiting = problemOf(secrets.get('old'));
    await vault.choose({ kind: 'memory' });
    expect(condition()).toBe('memory memory');
    await secrets.set('new', 'typed meanwhile');
    folder.library.answer();
    await waiting.catch(() => undefined);
    await expect.poll(() => vault.state().choices).toEqual(['keychain', 'passphrase']);
    expect(condition()).toBe('memory memory');
    await vault.choose({ kind: 'keychain' });
    expect(condition()).toBe('ready keychain');
    expect(await secrets.get('old')).toBe('in the keychain');
    expect(await secrets.get('new')).toBe('typed meanwhile');
  });
});

describe('a change of secrets', () => {
  it('fails after a time limit in the queue, and never starts later', async () => {
    const { secrets, condition } = folder.open();
    await secrets.set('first', 'old');
    folder.library.manner = 'silent';
    const first = secrets.set('first', 'new');
    await expect.poll(() => folder.library.underWay).toBe(1);
    const second = problemOf(secrets.set('second', 'too late'));
    await expect.poll(() => folder.clock.sleepers).toBe(1);
    folder.clock.move(20_001);
    expect(await second).toMatchObject({ code: 'vault-locked' });
    folder.library.answer();
    await first;
    await expect.poll(condition).toBe('ready keychain');
    await secrets.set('third', 'x');
    expect(folder.library.names).toEqual(['first', 'third']);
    expect(folder.clock.sleepers).toBe(0);
  });

  it('starts no timer when the queue is empty', async () => {
    const { secrets, condition } = folder.open();
    await expect.poll(condition).toBe('ready keychain');
    const sleep = vi.spyOn(folder.clock, 'sleep');
    await secrets.set('name', 'secret');
    expect(await secrets.get('name')).toBe('secret');
    expect(sleep).not.toHaveBeenCalled();
  });
});

describe('without a keychain', () => {
  beforeEach(() => {
    folder.library.manner = 'absent';
  });

  it('nothing is stored until a person chooses', async () => {
    const { secrets, vault, condition } = await folder.settled();
    expect(condition()).toBe('unavailable keychain');
    const problem = await problemOf(secrets.set('name', 'canary'));
    expect(problem.code).toBe('vault-locked');
    expect(problem.advice).toContain('Select a passphrase vault');
    expect(vault.state().choices).toEqual(['passphrase', 'memory']);
    expect(folder.onDisk()).not.toContain('canary');
  });

  it('the choice of memory persists across restarts, but the secrets do not', async () => {
    const { secrets, vault, condition } = await folder.settled();
    await vault.choose({ kind: 'memory' });
    await secrets.set('name', 'secret');
    expect(await secrets.get('name')).toBe('secret');
    expect(condition()).toBe('memory memory');
    const again = await folder.settled();
    expect(again.condition()).toBe('memory memory');
    expect(again.vault.state().reason).toContain('keychain');
    expect(await again.secrets.get('name')).toBeNull();
  });

  it('secrets in memory move to a keychain that appears before a retry', async () => {
    const { secrets, vault, condition } = await folder.settled();
    await vault.choose({ kind: 'memory' });
    await secrets.set('name', 'secret');
    folder.library.manner = 'open';
    await vault.retry();
    expect(condition()).toBe('ready keychain');
    expect(folder.library.names).toEqual(['name']);
    const again = await folder.settled();
    expect(again.condition()).toBe('ready keychain');
    expect(await again.secrets.get('name')).toBe('secret');
  });

  it('secrets left in an absent keychain stay there, and are deleted only by name', async () => {
    folder.library.manner = 'open';
    await folder.open().secrets.set('kept', 'there');
    await folder.open().secrets.set('given up', 'there');
    folder.library.manner = 'absent';
    const { secrets, vault } = await folder.settled();
    await vault.choose({ kind: 'passphrase', passphrase });
    expect(await secrets.get('kept')).toBeNull();
    await secrets.clear('given up');
    await secrets.set('own', 'here');
    folder.library.manner = 'open';
    await vault.choose({ kind: 'keychain' });
    expect(folder.library.names).toEqual(['kept', 'own']);
    expect(await secrets.get('kept')).toBe('there');
  });
});
