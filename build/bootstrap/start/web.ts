import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startGroup } from '../groups.mjs';
import { browserCommand, thisMachine } from './this-machine.ts';

export interface WebOptions {
  readonly port: number | null;
  readonly data: string | null;
  readonly open: boolean;
}

/** The line that says where the web host listens. */
const ready = /^Hookdesk is ready at (\S+)$/;

/** Serves Hookdesk for a browser until it is told to end, and opens the browser. */
export function runWeb(root: string, { port, data, open }: WebOptions) {
  const args = [
    join(root, 'dist/web/main.js'),
    ...(port === null ? [] : [`--port=${String(port)}`]),
    ...(data === null ? [] : [`--data=${data}`]),
  ];
  const { child, ended } = startGroup(process.execPath, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      console.log(line);
      const address = ready.exec(line)?.[1];
      if (open && address !== undefined) openBrowser(address);
    });
  }
  return ended;
}

/** Opens the system's browser where there is one; it is not ours to end. */
function openBrowser(address: string): void {
  const browser = browserCommand(thisMachine(), address);
  if (browser === null) return;
  const child = spawn(browser.command, browser.args, { detached: true, stdio: 'ignore' });
  child.once('error', () => {
    console.log('No browser could be opened: open the address above yourself.');
  });
  child.unref();
}
