import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VaultContent } from '#core/vault-ports.ts';
import { problemOf } from '../http/testing/problem-of.ts';
import { vaultFile } from './vault-file.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-vault-file-'));
  path = join(directory, 'vault.json');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const content: VaultContent = {
  home: 'passphrase',
  memoryAccepted: false,
  autoLockMinutes: null,
  inKeychain: ['left'],
  toRemove: [],
  sealed: {
    lock: { cost: { N: 2, r: 1, p: 1 }, salt: 'AAAA', wrapped: 'BBBB' },
    secrets: [{ name: '__proto__', sealed: 'CCCC' }],
  },
};
const later: VaultContent = { ...content, inKeychain: [] };
const files = () => readdirSync(directory).sort();

describe('the vault file', () => {
  it('is restored at the next start, for its owner only, with its copy beside it', async () => {
    const file = vaultFile(directory);
    expect(file.load()).toEqual({ kind: 'none', notice: null });
    await file.save(content);
    expect(vaultFile(directory).load()).toEqual({ kind: 'found', content, notice: null });
    await file.save(later);
    expect(vaultFile(directory).load()).toEqual({ kind: 'found', content: later, notice: null });
    expect(files()).toEqual(['vault.json', 'vault.previous.json']);
    for (const name of files()) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    rmSync(path);
    expect(vaultFile(directory).load()).toMatchObject({ kind: 'found', content: later });
  });

  it('can store a permanent copy', async () => {
    const file = vaultFile(directory);
    await file.save(content);
    await file.save(later);
    const aside = await file.keepAside();
    expect(aside).toMatch(/^vault\.set-aside-\d{4}-\d\d-\d\dT[\d-]+Z\.json$/);
    const copies = ['vault.previous.json', aside].map((name) =>
      readFileSync(join(directory, name), 'utf8'),
    );
    expect(new Set([...copies, readFileSync(path, 'utf8')]).size).toBe(1);
  });

  it('is read with a byte order mark', async () => {
    const file = vaultFile(directory);
    await file.save(content);
    writeFileSync(path, `\ufeff${readFileSync(path, 'utf8')}`);
    expect(vaultFile(directory).load()).toEqual({ kind: 'found', content, notice: null });
  });

  it('is for its owner only, even with a leftover file', async () => {
    writeFileSync(`${path}.new`, 'left over', { mode: 0o644 });
    chmodSync(`${path}.new`, 0o644);
    await vaultFile(directory).save(content);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('a damaged vault file', () => {
  const damages: [string, (text: string) => string][] = [
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, text.length / 2)],
    ['of zeros', (text) => '\0'.repeat(text.length)],
    ['no JSON', (text) => `${text}}`],
    ['another JSON', () => '[1, 2]'],
    ['without content', (text) => text.replace('"content"', '"contents"')],
    ['changed in a name', (text) => text.replace('__proto__', '__prota__')],
    ['changed in what is sealed', (text) => text.replace('CCCC', 'CCCD')],
    ['changed in its salt', (text) => text.replace('AAAA', 'AAAB')],
    ['changed in what it costs', (text) => text.replace('"N": 2', '"N": 4')],
    ['of a version that never was', (text) => text.replace('"version": 1', '"version": 0')],
  ];

  it.each(damages)('%s is renamed and replaced by its copy', async (_, damage) => {
    const file = vaultFile(directory);
    await file.save(content);
    await file.save(later);
    const damaged = damage(readFileSync(path, 'utf8'));
    writeFileSync(path, damaged);
    const found = vaultFile(directory).load();
    expect(found).toMatchObject({ kind: 'found', content: later });
    const aside = files().find((name) => name.startsWith('vault.damaged-')) ?? '';
    expect(found.kind === 'found' && found.notice).toContain(aside);
    expect(readFileSync(join(directory, aside), 'utf8')).toBe(damaged);
    expect(vaultFile(directory).load()).toEqual({ kind: 'found', content: later, notice: null });
  });

  it('without a sound copy is renamed, and nothing is deleted', async () => {
    const file = vaultFile(directory);
    await file.save(content);
    await file.save(later);
    for (const name of ['vault.json', 'vault.previous.json']) {
      writeFileSync(join(directory, name), `damaged ${name}`);
    }
    const found = vaultFile(directory).load();
    expect(found.kind === 'none' && found.notice).toContain('entered again');
    const kept = files().map((name) => readFileSync(join(directory, name), 'utf8'));
    expect(kept.sort()).toEqual(['damaged vault.json', 'damaged vault.previous.json']);
    expect(vaultFile(directory).load()).toEqual({ kind: 'none', notice: null });
  });
});

describe('a refused vault file', () => {
  it('of a newer Hookdesk stays unchanged', () => {
    const newer = '{"format":"hookdesk-vault","version":2,"all":"different"}';
    writeFileSync(path, newer);
    const found = vaultFile(directory).load();
    expect(found.kind === 'refused' && found.reason).toContain('newer');
    expect(readFileSync(path, 'utf8')).toBe(newer);
    expect(files()).toEqual(['vault.json']);
  });

  it('that is unreadable stays unchanged', () => {
    mkdirSync(path);
    const found = vaultFile(directory).load();
    expect(found.kind === 'refused' && found.reason).toContain('EISDIR');
    expect(files()).toEqual(['vault.json']);
  });

  it('cannot demand too much memory', async () => {
    const greedy = { N: 2 ** 30, r: 64, p: 1 };
    const lock = { cost: greedy, salt: 'AAAA', wrapped: 'BBBB' };
    await vaultFile(directory).save({ ...content, sealed: { lock, secrets: [] } });
    expect(vaultFile(directory).load()).toMatchObject({ kind: 'none' });
  });
});

it('reports a failed write, and keeps the previous content', async () => {
  const file = vaultFile(directory);
  await file.save(content);
  mkdirSync(`${path}.new`);
  const problem = await problemOf(file.save(later));
  expect(problem.code).toBe('storage-failed');
  expect(problem.facts).toContainEqual({ label: 'System code', value: 'ERR_FS_EISDIR' });
  expect(vaultFile(directory).load()).toMatchObject({ kind: 'found', content });
});
