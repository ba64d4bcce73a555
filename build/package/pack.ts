import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { build, Platform } from 'electron-builder';
import { z } from 'zod';
import { configuration } from './configuration.ts';
import { stubElectron } from './stub-electron.ts';
import type { UpdateFeed } from './update-feed.ts';

/** Hookdesk, packaged for Linux, with its extracted archive. */
export interface Packed {
  readonly executable: string;
  /** The folder of the files outside the archive. */
  readonly unpacked: string;
  /** Paths in the archive, with `/` and without a leading one. */
  readonly files: readonly string[];
  /** The archive's content in a folder without other packages above it. */
  readonly extracted: string;
  /** The arguments for fpm, which makes the Linux packages, for each package. */
  readonly packages: readonly (readonly string[])[];
  /** The scripts that run when a package is removed or replaced. */
  readonly removals: readonly string[];
  /** The desktop entry of the AppImage. */
  readonly appImageEntry: string;
  /** Files that register Hookdesk with the desktop, by their installed path. */
  readonly textFiles: ReadonlyMap<string, string>;
  readonly remove: () => void;
}

/** electron-builder's computed options, before it calls fpm or makes an AppImage. */
const Settled = z.union([
  z.tuple([z.array(z.string())]).rest(z.unknown()),
  z.object({ desktop: z.string() }),
]);

/** Packages the bundle with a stub of Electron into a temporary folder, without a network. */
export async function packForLinux(publish: UpdateFeed | null = null): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-package-'));
  const output = join(folder, 'release');
  const packages: string[][] = [];
  const removals: string[] = [];
  const textFiles = new Map<string, string>();
  let appImageEntry = '';
  await build({
    targets: Platform.LINUX.createTarget(['dir', 'deb', 'rpm', 'AppImage']),
    projectDir: join(import.meta.dirname, '../..'),
    publish: 'never',
    // Returning true skips the tools, which would need a download.
    effectiveOptionComputed: (options: unknown) => {
      const settled = Settled.parse(options);
      if ('desktop' in settled) {
        appImageEntry = settled.desktop;
        return Promise.resolve(true);
      }
      const [args] = settled;
      packages.push(args);
      removals.push(readFileSync(args[args.indexOf('--after-remove') + 1] ?? '', 'utf8'));
      // fpm's input files are temporary.
      for (const [, from = '', to = ''] of args.flatMap((each) => [
        ...each.matchAll(/^(.+)=(\/usr\/share\/(?:mime|applications)\/.+)$/g),
      ])) {
        textFiles.set(to, readFileSync(from, 'utf8'));
      }
      return Promise.resolve(true);
    },
    config: {
      ...configuration,
      publish,
      directories: { ...configuration.directories, output },
      electronDist: stubElectron(join(folder, 'electron')),
      electronVersion: '0.0.0',
    },
  });
  const packed = join(output, `linux${process.arch === 'x64' ? '' : `-${process.arch}`}-unpacked`);
  const archive = join(packed, 'resources/app.asar');
  const extracted = join(folder, 'extracted');
  extractAll(archive, extracted);
  return {
    executable: join(packed, 'hookdesk'),
    unpacked: `${archive}.unpacked`,
    files: listPackage(archive, { isPack: false }).map((path) =>
      path.replaceAll('\\', '/').replace(/^\//, ''),
    ),
    extracted,
    packages,
    removals,
    appImageEntry,
    textFiles,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
