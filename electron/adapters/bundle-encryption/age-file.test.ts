import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { armor, Encrypter } from 'age-encryption';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  isAgeFile,
  openWithPassphrase,
  passphraseRecipient,
  sealWithPassphrase,
} from './age-file.ts';

const passphrase = 'three blind mice – ünder';
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Uses a low work factor, so that many files can be tested. */
async function quickly(bytes: Uint8Array, workFactor = 1): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, workFactor));
  return encrypter.encrypt(bytes);
}

test.each([0, 1, 65_535, 65_536, 65_537, 1_000_000])(
  'opens an encrypted file of %i bytes',
  async (length) => {
    const bytes = randomBytes(length);
    const file = await quickly(bytes);
    expect(isAgeFile(file)).toBe(true);
    const opened = await openWithPassphrase(file, passphrase);
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    expect(bytes.equals(opened.bytes)).toBe(true);
  },
);

test('reads files of the age library, and the library reads these files', async () => {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const ours = await quickly(Buffer.from('ours'), 10);
  expect(await decrypter.decrypt(ours, 'text')).toBe('ours');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(10);
  const theirs = await encrypter.encrypt('theirs');
  const opened = await openWithPassphrase(theirs, passphrase);
  expect(opened.kind === 'opened' && text(opened.bytes)).toBe('theirs');
});

test('opens an armored file', async () => {
  const armored = Buffer.from(armor.encode(await quickly(Buffer.from('in dashes'))));
  expect(isAgeFile(armored)).toBe(true);
  const marked = Buffer.concat([Buffer.from('\ufeff'), armored]);
  expect(isAgeFile(marked)).toBe(true);
  expect(await openWithPassphrase(marked, passphrase)).toMatchObject({ kind: 'opened' });
  const opened = await openWithPassphrase(armored, passphrase);
  expect(opened.kind === 'opened' && text(opened.bytes)).toBe('in dashes');
});

describe('an age file is not opened', () => {
  test('with another passphrase', async () => {
    const file = await quickly(Buffer.from('secret'));
    expect(await openWithPassphrase(file, 'another')).toEqual({ kind: 'wrong-passphrase' });
  });

  test('when it is encrypted for a key', async () => {
    const { generateIdentity, identityToRecipient } = await import('age-encryption');
    const encrypter = new Encrypter();
    encrypter.addRecipient(await identityToRecipient(await generateIdentity()));
    const file = await encrypter.encrypt('secret');
    expect(await openWithPassphrase(file, passphrase)).toEqual({ kind: 'for-a-key' });
  });

  test('when its work factor is too high', async () => {
    const file = Buffer.from(await quickly(Buffer.from('secret')));
    const claimed = Buffer.from(
      file.toString('latin1').replace(/(-> scrypt \S+ )1\n/, '$130\n'),
      'latin1',
    );
    expect(await openWithPassphrase(claimed, passphrase)).toEqual({ kind: 'too-much-work' });
  });

  test('when any byte was altered', async () => {
    const file = await quickly(Buffer.from('something that is to be read by nobody else'));
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const altered = Uint8Array.from(file);
          altered[at] = (altered[at] ?? 0) ^ by;
          expect((await openWithPassphrase(altered, passphrase)).kind).not.toBe('opened');
        },
      ),
      { numRuns: 500 },
    );
  });

  test('when it was truncated at any byte', async () => {
    const file = await quickly(randomBytes(70));
    for (let length = 0; length < file.length; length += 1) {
      const { kind } = await openWithPassphrase(file.subarray(0, length), passphrase);
      expect(kind).not.toBe('opened');
    }
  });
});

test.each(['', '{}', 'age-encryption.org/v2\n', '\0'])('%j is not an age file', (content) => {
  expect(isAgeFile(Buffer.from(content))).toBe(false);
});

const ageTool = '/usr/bin/age';
/** The age tool reads its passphrase from a terminal, which `script` provides. */
describe.skipIf(!existsSync(ageTool) || !existsSync('/usr/bin/script'))('the age tool', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hookdesk-age-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Answers every prompt of a command with the passphrase. */
  async function answering(command: string, questions: number): Promise<void> {
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null']);
    let seen = '';
    let answered = 0;
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      seen += part;
      const asked = seen.match(/passphrase[^\n:]*: /gi)?.length ?? 0;
      if (asked > answered && answered < questions) {
        answered += 1;
        child.stdin.write(`${passphrase}\n`);
      }
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    if (code !== 0) throw new Error(seen);
  }

  test('opens files encrypted by Hookdesk', { tags: 'slow' }, async () => {
    await writeFile(
      join(folder, 'ours.age'),
      await sealWithPassphrase(Buffer.from('ours'), passphrase),
    );
    await answering(`${ageTool} -d -o ${folder}/ours ${folder}/ours.age`, 1);
    expect(await readFile(join(folder, 'ours'), 'utf8')).toBe('ours');
  });

  test('encrypts files that Hookdesk opens', { tags: 'slow' }, async () => {
    await writeFile(join(folder, 'theirs'), 'theirs');
    await answering(`${ageTool} -p -o ${folder}/theirs.age ${folder}/theirs`, 2);
    const opened = await openWithPassphrase(await readFile(join(folder, 'theirs.age')), passphrase);
    expect(opened.kind === 'opened' && text(opened.bytes)).toBe('theirs');
  });
});
