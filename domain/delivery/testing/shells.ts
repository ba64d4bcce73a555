import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A shell that runs a script file, or reads standard input line by line as at a prompt. */
export interface Shell {
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly isPrompt: boolean;
}

const known: readonly Shell[] = [
  { title: 'sh', program: 'sh', args: [], isPrompt: false },
  { title: 'dash', program: 'dash', args: [], isPrompt: false },
  { title: 'bash', program: 'bash', args: ['--norc'], isPrompt: false },
  { title: 'zsh', program: 'zsh', args: ['-f'], isPrompt: false },
  { title: 'busybox', program: 'busybox', args: ['sh'], isPrompt: false },
  // At a prompt, `!` expands to an entry of the history.
  {
    title: 'bash at a prompt',
    program: 'bash',
    args: ['--norc', '--noprofile', '-i', '-o', 'histexpand'],
    isPrompt: true,
  },
  {
    title: 'zsh at a prompt',
    program: 'zsh',
    args: ['-f', '-i', '-o', 'banghist'],
    isPrompt: true,
  },
];

/** The real path of a program in `PATH`, or `null`. */
function whereIs(program: string): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      const file = join(folder, program);
      accessSync(file, constants.X_OK);
      return realpathSync(file);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** The shells of this machine. A shell with two names is listed once. */
export function shellsHere(): Shell[] {
  const seen = new Set<string>();
  return known.filter(({ program, args }) => {
    const key = `${whereIs(program) ?? ''} ${args.join(' ')}`;
    if (whereIs(program) === null || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Runs a text in a shell with an empty home folder. Resolves to exit code and standard error. */
export async function carryOut(
  shell: Shell,
  text: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; complaints: string }> {
  const home = mkdtempSync(join(tmpdir(), 'hookdesk-shell-'));
  try {
    const script = join(home, 'script');
    writeFileSync(script, text);
    const child = spawn(shell.program, [...shell.args, ...(shell.isPrompt ? [] : [script])], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8', ...environment },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
    });
    // A shell that exits early closes its standard input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(shell.isPrompt ? text : '');
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, complaints };
  } finally {
    rmSync(home, { recursive: true });
  }
}
