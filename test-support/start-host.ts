import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { HookdeskClient } from '#contract/index.ts';
import { clientOf } from './window-fixture.ts';

const program = join(import.meta.dirname, '../electron/web/main.ts');
const devOrigin = 'http://127.0.0.1:5999';

interface StartedHost {
  readonly child: ChildProcess;
  /** Of a window. */
  readonly client: HookdeskClient;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts the real web host on a data folder, and opens a window. Without D-Bus there is no keychain. */
export async function startHost(dataFolder: string): Promise<StartedHost> {
  const args = [program, '--data', dataFolder, '--dev-origin', devOrigin];
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };
  const child = spawn(process.execPath, args, { env, stdio: 'pipe' });
  const ended = once(child, 'exit').then(() => child.exitCode);
  let err = '';
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([first]) => String(first)),
    ended.then(() => Promise.reject(new Error(err))),
  ]);
  const key = /#key=([\w-]+)$/.exec(line)?.[1] ?? '';
  const announced: unknown = JSON.parse(readFileSync(join(dataFolder, 'instance.json'), 'utf8'));
  const { address } = z.object({ address: z.string() }).parse(announced);
  return { child, client: await clientOf(address, key, devOrigin), ended };
}
