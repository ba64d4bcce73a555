import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runProgram } from '../testing/program.ts';
import { quickHash, usersFile } from '../testing/users.ts';
import { hashPassword, isPasswordHash, verifyPassword } from './password-hash.ts';
import { readUsers, setUser, UsersFileRefused } from './users-file.ts';

let file: string;
let remove: () => void;
beforeEach(async () => {
  ({ file, remove } = await usersFile({}));
});
afterEach(() => {
  remove();
});

/** Runs `add-user` with `input` on standard input; resolves when the program has ended. */
async function addUser(args: readonly string[], input: string) {
  const program = runProgram(['add-user', ...args]);
  program.child.stdin?.end(input);
  return program.ended;
}

describe('a hash', () => {
  test('matches its password and no other', async () => {
    const hash = await quickHash('correct horse');
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    for (const wrong of ['', 'correct', 'correct horse ', 'Correct horse']) {
      expect(await verifyPassword(wrong, hash)).toBe(false);
    }
    expect(await verifyPassword('', null)).toBe(false);
  });

  test('differs each time for the same password, and does not contain it', async () => {
    const [first, second] = [await hashPassword('canary'), await hashPassword('canary')];
    expect(first).not.toBe(second);
    expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect(first).not.toContain('canary');
  });

  test('matches a password in another Unicode normalization form', async () => {
    expect(await verifyPassword('e\u0301', await quickHash('\u00e9'))).toBe(true);
  });

  test.each(['', 'canary', '$scrypt$ln=31,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$', '$2b$10$abc'])(
    'is not %j',
    (text) => {
      expect(isPasswordHash(text)).toBe(false);
    },
  );
});

describe('add-user', () => {
  test('reads the first line of standard input and stores only its hash', async () => {
    const { code, stderr } = await addUser(['--users', file, 'anna'], 'canary-pass\r\nmore\n');
    expect({ code, stderr }).toEqual({ code: 0, stderr: `User anna was added to ${file}.\n` });
    expect(readFileSync(file, 'utf8')).not.toContain('canary');
    expect(await verifyPassword('canary-pass', readUsers(file).get('anna') ?? null)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(['users.json']);
  });

  test('changes the password of a user and no other user', async () => {
    setUser(file, 'bert', await quickHash('b'));
    setUser(file, 'anna', await quickHash('a'));
    const bert = readUsers(file).get('bert');
    const { stderr } = await addUser(['--users', file, 'anna'], 'new');
    expect(stderr).toBe(`User anna has another password in ${file}.\n`);
    expect(readUsers(file).get('bert')).toBe(bert);
    expect(await verifyPassword('new', readUsers(file).get('anna') ?? null)).toBe(true);
  });

  test.each([
    ['an empty password', 'anna', '\n', 1, 'must not be empty'],
    ['no password', 'anna', '', 1, 'must not be empty'],
    ['a password that is too long', 'anna', 'x'.repeat(1025), 1, '1024 bytes at most'],
    ['a name with a line break', 'an\nna', 'p', 2, 'control characters'],
    ['no name', '', 'p', 2, '1 to 200 characters'],
  ])('refuses %s', async (_title, name, input, code, message) => {
    const ended = await addUser(['--users', file, name], input);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(message);
    expect(existsSync(file)).toBe(false);
  });

  test('refuses a password on the command line', async () => {
    const { code, stderr } = await addUser(['--users', file, 'anna', 'canary-pass'], 'p');
    expect(code).toBe(2);
    expect(stderr).not.toContain('canary');
  });

  test('reads a file with a byte order mark', async () => {
    setUser(file, 'anna', await quickHash('a'));
    writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`);
    expect([...readUsers(file).keys()]).toEqual(['anna']);
  });

  test('does not change a file that is not a users file', async () => {
    writeFileSync(file, '{"users": "canary"}');
    const { code, stderr } = await addUser(['--users', file, 'anna'], 'p');
    expect(code).toBe(1);
    expect(stderr).toBe(
      `${file} is no users file. Name another file, or create it with add-user.\n`,
    );
    expect(readFileSync(file, 'utf8')).toBe('{"users": "canary"}');
  });
});

describe('the users file', () => {
  test.each([
    ['that is not there', () => undefined, /There is no .*add-user/],
    [
      'that is no JSON',
      () => {
        writeFileSync(file, 'canary');
      },
      /is no users file/,
    ],
    [
      'with a password as it is',
      () => {
        writeFileSync(file, '{"users":[{"name":"a","password":"canary"}]}');
      },
      /is no users file/,
    ],
    [
      'that is a folder',
      () => {
        mkdirSync(file);
      },
      /cannot be read \(EISDIR\)/,
    ],
  ])('%s is refused', (_title, make, message) => {
    make();
    expect(() => readUsers(file)).toThrow(UsersFileRefused);
    expect(() => readUsers(file)).toThrow(message);
    expect(() => readUsers(file)).not.toThrow(/canary/);
  });

  test('cannot be written to a missing folder', () => {
    const lost = path.join(file, 'lost', 'users.json');
    expect(() => setUser(lost, 'anna', 'hash')).toThrow(UsersFileRefused);
  });
});
