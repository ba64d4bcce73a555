import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { endGroupsOnSignals, startGroup } from '../bootstrap/groups.mjs';
import { descendants } from './processes.ts';

/**
 * `node build/ci/sandboxed.ts COMMAND [ARGUMENT…]`: runs a command that starts Electron. Fails when
 * a descendant has `--no-sandbox`, or when Chromium started no renderer. Not for Windows.
 */
const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error('Which command? node build/ci/sandboxed.ts COMMAND');

endGroupsOnSignals();
const list = promisify(execFile);
const unsafe = new Set<string>();
let renderers = 0;
let looking = Promise.resolve();
let isLooking = false;

async function look(): Promise<void> {
  isLooking = true;
  const { stdout } = await list('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], {
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const line of descendants(stdout, process.pid)) {
    if (line.includes('--type=renderer')) renderers += 1;
    if (/\s--no-sandbox(\s|$)/.test(line)) unsafe.add(line);
  }
  isLooking = false;
}

const watch = setInterval(() => {
  if (!isLooking) looking = look();
}, 200);
const { code } = await startGroup(command, args).ended;
clearInterval(watch);
await looking;
for (const line of unsafe) console.error(`Without a sandbox: ${line}`);
if (renderers === 0) console.error('No renderer was seen, so nothing is known about its sandbox.');
process.exitCode = unsafe.size > 0 || renderers === 0 ? 1 : (code ?? 1);
