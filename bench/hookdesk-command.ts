import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, '../dist/cli/main.js');

/** Milliseconds of a Node process, from its start to its end. Rejects when it fails. */
export async function timeOfNode(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  await once(child, 'close');
  const took = performance.now() - begun;
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')}: ${child.exitCode}: ${errors}`);
  return took;
}

/** Milliseconds of a command of the bundled command line. */
export const timeOfHookdesk = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> => timeOfNode([program, ...args], env);
