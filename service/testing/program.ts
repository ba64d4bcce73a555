import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A running service program. */
export interface Program {
  readonly child: ChildProcess;
  /** The next line of standard output, or `null` after the last one. */
  readonly line: () => Promise<string | null>;
  /** Sends a signal and resolves like {@link ended}. */
  readonly kill: (signal: NodeJS.Signals) => Promise<Ending>;
  readonly ended: Promise<Ending>;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

const entry = path.join(import.meta.dirname, '..', 'main.ts');

/** Compile cache of Node, shared by all starts. */
const compiled = path.join(import.meta.dirname, '..', '..', '.cache', 'compiled');

/** Starts the service as a program; Node runs `file` with the options `node`. */
export function runProgram(
  args: readonly string[],
  {
    env = {},
    file = entry,
    node = [],
  }: { env?: Record<string, string>; file?: string; node?: readonly string[] } = {},
): Program {
  const child = spawn(process.execPath, [...node, file, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close').then((): Ending => ({
    code: child.exitCode,
    signal: child.signalCode,
    stderr,
  }));
  return {
    child,
    line: async () => {
      const next = await lines.next();
      return next.done === true ? null : next.value;
    },
    kill(signal) {
      child.kill(signal);
      return ended;
    },
    ended,
  };
}

/** The address of the API root in the first line of output. */
export function addressIn(line: string | null): string {
  const address = / at (http:\S+)$/.exec(line ?? '')?.[1];
  if (address === undefined) throw new Error(`No address in: ${String(line)}`);
  return address;
}
