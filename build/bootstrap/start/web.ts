import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startGroup, type Ended } from '../groups.mjs';
import { browserCommand, thisMachine } from './this-machine.ts';

export interface WebOptions {
  readonly port: number | null;
  /** The data folder, absolute; `null` for the user's default. */
  readonly data: string | null;
  /** Files to open, absolute. */
  readonly files: readonly string[];
  /** Whether to open a browser. */
  readonly open: boolean;
  /** The arguments of a self-check; empty to serve. */
  readonly selfCheck?: readonly string[];
  /** The origin of the development server of the window. */
  readonly devOrigin?: string;
}

/** The line with the address of the web host. */
const ready = /^Hookdesk is ready at (\S+)$/;

/**
 * Serves Hookdesk for a browser until a signal ends it, and opens the browser.
 *
 * @param program the web host, bundled or not
 */
export function runWeb(program: string, options: WebOptions): Promise<Ended> {
  const { port, data, files, open, devOrigin, selfCheck = [] } = options;
  const args = [
    program,
    // The web host ends with this process, also when this process is killed.
    '--end-with-stdin',
    ...(port === null ? [] : [`--port=${port}`]),
    ...(data === null ? [] : [`--data=${data}`]),
    ...files.map((file) => `--open=${file}`),
    ...(devOrigin === undefined ? [] : [`--dev-origin=${devOrigin}`]),
    ...selfCheck,
  ];
  const { child, ended } = startGroup(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
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

/** Opens the system's browser, if it exists. The browser outlives this process. */
function openBrowser(address: string): void {
  const browser = browserCommand(thisMachine(), address);
  if (browser === null) return;
  const child = spawn(browser.command, browser.args, { detached: true, stdio: 'ignore' });
  child.once('error', () => {
    console.log('No browser could be opened: open the address above yourself.');
  });
  child.unref();
}
