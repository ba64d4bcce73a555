import { join } from 'node:path';
import { endGroup, startGroup } from '../bootstrap/groups.mjs';
import type { Context } from './part.ts';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the variables of this process; `undefined` deletes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The end of a command, with the output of both streams. */
export interface Ending {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  /** Whether the time limit of the part ended it. */
  readonly tooLate: boolean;
  readonly output: string;
}

/** Runs a command in the folder of package.json until it ends or the part's time limit. */
export async function run({ root, signal }: Context, command: Command): Promise<Ending> {
  signal.throwIfAborted();
  const group = startGroup(command.command, command.args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // With CI set, a forgotten `.only` is an error. NO_COLOR makes the output readable in a log.
    env: {
      ...process.env,
      CI: 'true',
      NO_COLOR: '1',
      // The tests start many processes; the cache spares Node the parsing of each module.
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      ...command.environment,
    },
  });
  let output = '';
  for (const stream of [group.child.stdout, group.child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const end = () => void endGroup(group);
  signal.addEventListener('abort', end);
  try {
    const { code, signal: killedBy } = await group.ended;
    return { code, killedBy, tooLate: signal.aborted, output };
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** A command that runs a script under this Node. */
export const node = (script: string, ...args: string[]): Command => ({
  command: process.execPath,
  args: [script, ...args],
});

/** Passes a command to a wrapper as its last arguments. */
export function within(words: readonly string[], { command, args, ...rest }: Command): Command {
  const [first = command, ...others] = [...words, command, ...args];
  return { ...rest, command: first, args: others };
}
