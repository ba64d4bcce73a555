// @module-tag slow
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { usersFile } from '../testing/users.ts';
import { verifyPassword } from './password-hash.ts';
import { readUsers } from './users-file.ts';

const main = path.join(import.meta.dirname, '..', 'main.ts');

/** From util-linux: runs a program in a pseudo-terminal. */
const script = '/usr/bin/script';

let users: Awaited<ReturnType<typeof usersFile>>;
beforeEach(async () => {
  users = await usersFile({});
});
afterEach(() => {
  users.remove();
});

/** Runs `add-user` in a terminal; types each answer when its question appears. */
async function atTerminal(answers: readonly [question: string, typed: string][]) {
  const command = `'${process.execPath}' '${main}' add-user --users '${users.file}' anna`;
  const child = spawn(script, ['-qec', command, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const left = [...answers];
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
    const [next] = left;
    if (next === undefined || !screen.endsWith(next[0])) return;
    left.shift();
    child.stdin.write(next[1]);
  });
  await once(child, 'close');
  return { code: child.exitCode, screen: screen.replaceAll('\r', '') };
}

describe.skipIf(process.platform !== 'linux' || !existsSync(script))('at a terminal', () => {
  test('the password is prompted for twice, never shown, and can be corrected', async () => {
    const { code, screen } = await atTerminal([
      ['Password: ', 'wrong\u0015canaty\u007f\u007fry é\r'],
      ['Once more: ', 'canary é\r'],
    ]);
    expect({ code, screen }).toEqual({
      code: 0,
      screen: `Password: \nOnce more: \nUser anna was added to ${users.file}.\n`,
    });
    expect(await verifyPassword('canary é', readUsers(users.file).get('anna') ?? null)).toBe(true);
  });

  test('two different passwords change nothing', async () => {
    const { code, screen } = await atTerminal([
      ['Password: ', 'one\r'],
      ['Once more: ', 'two\r'],
    ]);
    expect(code).toBe(1);
    expect(screen).toContain('The two passwords were not the same. Nothing has changed.');
  });

  test('Ctrl C cancels the prompt', async () => {
    const { code, screen } = await atTerminal([['Password: ', 'on\u0003']]);
    expect({ code, screen }).toEqual({ code: 130, screen: 'Password: \nNothing has changed.\n' });
  });
});
