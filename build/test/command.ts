import { join } from 'node:path';
import { endGroup, startGroup } from '../bootstrap/groups.mjs';
import type { Context } from './part.ts';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables beside those of this process; `undefined` takes one away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** How a command ended, and what it wrote to both of its outputs. */
export interface Ending {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  /** It was ended because the part's time was over. */
  readonly tooLate: boolean;
  readonly output: string;
}

/** Runs a command in the folder of package.json until it ends, or until the part's time is over. */
export async function run({ root, signal }: Context, command: Command): Promise<Ending> {
  signal.throwIfAborted();
  const group = startGroup(command.command, command.args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // With CI set, a forgotten `.only` is an error. The output is for a log as well as a terminal.
    env: {
      ...process.env,
      CI: 'true',
      NO_COLOR: '1',
      // The tests start many programs: Node then parses each module once, and not once a process.
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

/** Runs a program of ours, or one of a package, under this Node. */
export const node = (script: string, ...args: string[]): Command => ({
  command: process.execPath,
  args: [script, ...args],
});

/** The same command, run by others: each gets the rest of the words as its arguments. */
export function within(words: readonly string[], { command, args, ...rest }: Command): Command {
  const [first = command, ...others] = [...words, command, ...args];
  return { ...rest, command: first, args: others };
}
