import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#adapters/data-folder/usual-data-folder.ts';
import { endGroup, startGroup } from '../groups.mjs';

export interface FetchOptions {
  /** The `electron` npm package. */
  readonly folder: string;
  /** A folder for the download. It is emptied first. */
  readonly temporary: string;
  /** The longest pause in the download, in ms. */
  readonly timeLimit: number;
  /** Contains the settings of proxy and mirror. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The interval of the checks for progress, in ms. */
  readonly interval?: number;
  readonly onProgress?: (bytes: number) => void;
}

/**
 * Downloads Electron's binary with the install script of its package, in a child process with a
 * time limit. The script itself has none: it waits forever for a server that does not respond.
 *
 * @returns `null` after a download, otherwise the reason of the failure
 */
export async function fetchElectron(options: FetchOptions): Promise<string | null> {
  const { folder, temporary, timeLimit, environment, interval = 1000, onProgress } = options;
  rmSync(temporary, { recursive: true, force: true });
  makeFolder(temporary);
  const group = startGroup(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...withProxy(environment),
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      ELECTRON_GET_NO_PROGRESS: '1',
    },
  });
  let complaint = '';
  group.child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text));

  let arrived = 0;
  let lastArrival = Date.now();
  const stall = new AbortController();
  const watch = setInterval(() => {
    const bytes = sizeOf(temporary) + sizeOf(join(folder, 'dist'));
    if (bytes > arrived) lastArrival = Date.now();
    arrived = bytes;
    onProgress?.(bytes);
    if (Date.now() - lastArrival < timeLimit) return;
    stall.abort();
    clearInterval(watch);
    void endGroup(group, 'SIGTERM', 1000);
  }, interval);
  try {
    const { code } = await group.ended;
    if (stall.signal.aborted)
      return `nothing arrived for ${String(Math.round(timeLimit / 1000))} s`;
    return code === 0 ? null : firstLineOf(complaint);
  } finally {
    clearInterval(watch);
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Sets the variables with which the install script uses a proxy. It reads the usual ones only with
 * `ELECTRON_GET_USE_PROXY`, and never npm's settings, which npm passes to its scripts.
 */
function withProxy(environment: FetchOptions['environment']): NodeJS.ProcessEnv {
  const setting = (...names: string[]): string | undefined =>
    names.map((name) => environment[name]).find((value) => value !== undefined && value !== '');
  const https = setting('https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy', 'npm_config_proxy');
  const http = setting('http_proxy', 'HTTP_PROXY', 'npm_config_proxy');
  const except = setting('no_proxy', 'NO_PROXY', 'npm_config_noproxy');
  if (https === undefined && http === undefined) return environment;
  return {
    ...environment,
    https_proxy: https,
    http_proxy: http,
    no_proxy: except,
    ELECTRON_GET_USE_PROXY: 'true',
  };
}

/** Bytes in a folder, without files that disappear during the count. */
function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

function firstLineOf(text: string): string {
  return /\S.*/.exec(text)?.[0] ?? 'its install script failed';
}
