import { startGroup, type Ended } from '../groups.mjs';

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

/**
 * Serves Hookdesk for a browser until a signal ends it.
 *
 * @param program the web host, bundled or not
 */
export function runWeb(program: string, options: WebOptions): Promise<Ended> {
  const { port, data, files, open, devOrigin, selfCheck = [] } = options;
  const args = [
    program,
    // The web host ends with this process, also when this process is killed.
    '--end-with-stdin',
    ...(open ? ['--open-browser'] : []),
    ...(port === null ? [] : [`--port=${port}`]),
    ...(data === null ? [] : [`--data=${data}`]),
    ...files.map((file) => `--open=${file}`),
    ...(devOrigin === undefined ? [] : [`--dev-origin=${devOrigin}`]),
    ...selfCheck,
  ];
  return startGroup(process.execPath, args, { stdio: ['pipe', 'inherit', 'inherit'] }).ended;
}
