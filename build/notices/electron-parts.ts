import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export interface ElectronParts {
  /** Electron's own archives for the released systems, with FFmpeg. */
  readonly archives: readonly { readonly name: string; readonly sha256: string }[];
  /** Chromium, Node and V8, as Electron's program names them; empty without the program. */
  readonly programs: readonly { readonly name: string; readonly version: string }[];
}

/** Of the packages in `configuration.ts`. */
const systems = ['darwin-arm64', 'darwin-x64', 'linux-x64', 'win32-x64'];
const Versions = z.object({ chrome: z.string(), node: z.string(), v8: z.string() });
/** Time limit of Electron's program, in ms. */
const timeout = 60_000;

/** Reads the checksums that Electron's package ships, and the versions that its program reports. */
export function electronParts(root: string, version: string): ElectronParts {
  const folder = join(root, 'node_modules/electron');
  const checksums = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')));
  const archives = ['electron', 'ffmpeg'].flatMap((part) =>
    systems.map((system) => {
      const name = `${part}-v${version}-${system}.zip`;
      const sha256 = checksums[name];
      if (sha256 === undefined) throw new Error(`Electron's checksums do not have ${name}.`);
      return { name, sha256 };
    }),
  );
  return { archives, programs: programsOf(folder) };
}

function programsOf(folder: string): ElectronParts['programs'] {
  const path = join(folder, 'path.txt');
  if (!existsSync(path)) return [];
  const program = join(folder, 'dist', readFileSync(path, 'utf8'));
  if (!existsSync(program)) return [];
  const { stdout, status } = spawnSync(program, ['-p', 'JSON.stringify(process.versions)'], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    timeout,
  });
  if (status !== 0) throw new Error(`${program} did not report its versions.`);
  const { chrome, node, v8 } = Versions.parse(JSON.parse(stdout));
  return [
    { name: 'chromium', version: chrome },
    { name: 'node', version: node },
    { name: 'v8', version: v8 },
  ];
}
