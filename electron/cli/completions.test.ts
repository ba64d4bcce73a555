// @module-tag slow
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliEnvironment, runCli } from './testing/run-cli.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-completions-'));
  const program = join(import.meta.dirname, 'main.ts');
  writeFileSync(
    join(folder, 'hookdesk'),
    `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
  );
  chmodSync(join(folder, 'hookdesk'), 0o755);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const environment = () => ({
  ...cliEnvironment,
  PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`,
  HOME: folder,
});

const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((each) => existsSync(join(each, program)));

const bashCompletion = '/usr/share/bash-completion/bash_completion';

async function scriptFor(shell: string): Promise<string> {
  const { code, out, err } = await runCli(['complete', shell]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const file = join(folder, `hookdesk.${shell}`);
  writeFileSync(file, out);
  return file;
}

it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s', async (shell) => {
  expect((await runCli(['complete', shell])).out).toContain(`${shell} completion for hookdesk`);
});

describe.skipIf(!has('bash') || !existsSync(bashCompletion))('bash', { timeout: 60_000 }, () => {
  it.each([
    ['inst', ['installations']],
    ['installations ', ['list', 'add', 'test', 'remove']],
    ['installations add --variant ', ['A', 'B']],
    ['plan --ex', ['--exit-code']],
  ])('completes “hookdesk %s”', async (line, expected) => {
    const words = `hookdesk ${line}`.split(' ');
    const script = `
      source ${bashCompletion}
      source '${await scriptFor('bash')}'
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
      COMP_CWORD=${words.length - 1}
      COMP_LINE='hookdesk ${line}'
      COMP_POINT=\${#COMP_LINE}
      __hookdesk_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = execFileSync('bash', ['--norc', '-c', script], {
      env: environment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(out.trim().split('\n')).toEqual(expected);
  });
});

describe.skipIf(!has('zsh'))('zsh', { timeout: 60_000 }, () => {
  it('completes a command on its line', async () => {
    await scriptFor('zsh');
    const script = `
      zmodload zsh/zpty
      zpty shell 'TERM=dumb zsh -f -i'
      zpty -w shell 'PS1=; autoload -U compinit; compinit -u -D; source ${folder}/hookdesk.zsh; print re""ady'
      zpty -r -m shell seen '*ready*'
      zpty -w -n shell $'hookdesk inst\t'
      zpty -r -m shell seen '*hookdesk installations*'
      print -r -- "$seen"
      zpty -d shell`;
    const child = spawn('zsh', ['-f', '-c', script], { env: environment(), stdio: 'pipe' });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    await once(child, 'close');
    expect(out).toContain('hookdesk installations');
  });
});

describe.skipIf(!has('fish'))('fish', { timeout: 60_000 }, () => {
  it('completes a command', async () => {
    const script = `source '${await scriptFor('fish')}'; complete --do-complete 'hookdesk inst'`;
    const out = execFileSync('fish', ['--no-config', '-c', script], {
      env: environment(),
      encoding: 'utf8',
    });
    expect(out).toMatch(/^installations\t/);
  });
});
