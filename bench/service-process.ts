import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A server as a separate process. */
export interface ServerProcess {
  readonly pid: number;
  /** The URL at the end of its first line. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a program that prints its address at the end of its first line. @param added to the environment */
export async function startProcess(
  file: string,
  args: readonly string[],
  added: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...added },
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = / (http:\S+)$/.exec(line)?.[1];
    if (url === undefined || child.pid === undefined) break;
    return {
      pid: child.pid,
      url,
      close: async () => {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`${file} did not say where it listens.`);
}
