import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isEnding, startGroup, type Ended } from '../groups.mjs';
import { electronPackage, findElectron } from './electron-binary.ts';
import { FailureMemory } from './failure-memory.ts';
import { fetchElectron } from './fetch-electron.ts';
import { readSandboxFacts, sandboxObstacle } from './sandbox-obstacle.ts';
import { type Machine, thisMachine, windowObstacle } from './this-machine.ts';

/** The longest pause in the download of Electron's binary, in ms. */
const downloadTimeout = 20_000;

export type Electron = { readonly binary: string } | { readonly missing: string };

export interface ElectronOptions {
  /** Download again even after a recent failure. */
  readonly insist: boolean;
  /** The `electron` npm package. */
  readonly folder?: string;
  readonly machine?: Machine;
  /** The folder of the kernel's settings. */
  readonly kernelSettings?: string;
}

/**
 * Returns Electron's binary, downloaded when it is missing, or the reason why it cannot open a window.
 *
 * @param root the folder of package.json
 */
export async function obtainElectron(root: string, options: ElectronOptions): Promise<Electron> {
  const { insist, folder = electronPackage(), machine = thisMachine() } = options;
  const obstacle = windowObstacle(machine);
  if (obstacle !== null) return { missing: obstacle };
  const found = await findOrFetch(root, folder, insist, machine);
  if ('missing' in found || machine.platform !== 'linux') return found;
  const facts = readSandboxFacts(found.binary, options.kernelSettings);
  const unsafe = sandboxObstacle(found.binary, facts);
  return unsafe === null ? found : { missing: unsafe };
}

async function findOrFetch(
  root: string,
  folder: string,
  insist: boolean,
  { platform, environment }: Machine,
): Promise<Electron> {
  const named = environment.ELECTRON_OVERRIDE_DIST_PATH;
  const override = named === '' ? undefined : named;
  const present = findElectron(folder, override, platform);
  if (present !== null) return { binary: present };
  // The install script unpacks into its own folder, which an override leaves unused.
  if (override !== undefined) {
    return { missing: `the folder of ELECTRON_OVERRIDE_DIST_PATH, ${override}, has no Electron` };
  }

  const memory = new FailureMemory(join(root, '.cache/electron.json'), versionOf(folder));
  const remembered = insist ? null : memory.recall(Date.now());
  if (remembered !== null) {
    return { missing: `${notFetched(remembered)}; --host desktop tries again at once` };
  }

  console.log("Fetching Electron's program; it is needed once.");
  let reportedBytes = 0;
  const failure = await fetchElectron({
    folder,
    temporary: join(root, '.cache/electron'),
    timeLimit: downloadTimeout,
    environment,
    onProgress: (bytes) => {
      if (bytes - reportedBytes < 20_000_000) return;
      reportedBytes = bytes;
      console.log(`… ${String(Math.round(bytes / 1_000_000))} MB`);
    },
  });
  const binary = findElectron(folder, undefined, platform);
  if (binary !== null) return { binary };
  const reason = failure ?? 'its install script left nothing';
  // An interrupted download is not a failure.
  if (!isEnding()) memory.keep(reason, Date.now());
  return { missing: `${notFetched(reason)}; the user guide says how to use a proxy or a mirror` };
}

const notFetched = (reason: string): string => `its program could not be fetched: ${reason}`;

/**
 * Runs Hookdesk in Electron until its window is closed.
 *
 * @param data absolute path; `null` for the user's default folder
 * @param options `files`: absolute paths to open; `selfCheck`: the arguments of a self-check;
 *   `devUrl`: the development server of the window
 */
export function runDesktop(
  root: string,
  binary: string,
  data: string | null,
  options: { files: readonly string[]; selfCheck?: readonly string[]; devUrl?: string },
): Promise<Ended> {
  const environment = { ...process.env };
  // Editors built on Electron set this variable; with it, Electron would run as plain Node.
  delete environment.ELECTRON_RUN_AS_NODE;
  if (options.devUrl !== undefined) environment.HOOKDESK_DEV_URL = options.devUrl;
  const files = options.files.map((file) => `--open=${file}`);
  const args = [
    root,
    ...(data === null ? [] : [`--data=${data}`]),
    ...files,
    ...(options.selfCheck ?? []),
  ];
  return startGroup(binary, args, { env: environment }).ended;
}

function versionOf(folder: string): string {
  const manifest = z.object({ version: z.string() });
  return manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;
}
