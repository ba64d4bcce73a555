import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const program = join(import.meta.dirname, '../main.ts');

/** Compile cache of Node, shared by all starts. */
const compiled = join(import.meta.dirname, '../../../.cache/compiled');

/** Without D-Bus there is no keychain. */
export const cliEnvironment = {
  ...process.env,
  NODE_COMPILE_CACHE: compiled,
  LC_ALL: 'C.UTF-8',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
};

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly cwd?: string;
  /** Options of Node. */
  readonly node?: readonly string[];
}

export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the real program. */
export function startCli(
  args: readonly string[],
  { env = {}, stdin = '', node = [], cwd = process.cwd() }: RunOptions = {},
) {
  const child = spawn(process.execPath, [...node, program, ...args], {
    env: { ...cliEnvironment, ...env },
    cwd,
    stdio: 'pipe',
  });
  // A program that does not read its input may end before the write.
  child.stdin.on('error', () => undefined).end(stdin);
  const ended = async (): Promise<CliResult> => {
    const [out, err] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: child.exitCode, out, err };
  };
  return { child, ended: ended() };
}

export const runCli = (args: readonly string[], options: RunOptions = {}): Promise<CliResult> =>
  startCli(args, options).ended;
