import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll, listPackage } from '@electron/asar';
import { build, Platform } from 'electron-builder';
import { z } from 'zod';
import { configuration } from './configuration.ts';
import { stubElectron } from './stub-electron.ts';
import type { UpdateFeed } from './update-feed.ts';

/** Hookdesk as it is packed for Linux, and its archive taken apart again. */
export interface Packed {
  readonly executable: string;
  /** Files outside the archive, which the system has to read itself. */
  readonly unpacked: string;
  /** Paths in the archive, with `/` and without one at the beginning. */
  readonly files: readonly string[];
  /** The archive's content in a folder that has no other packages above it. */
  readonly extracted: string;
  /** What would be given to fpm, which makes packages for Linux, for each package. */
  readonly packages: readonly (readonly string[])[];
  /** The desktop entry of the AppImage. */
  readonly appImageEntry: string;
  /** What its packages tell the desktop, by the place where it is installed. */
  readonly told: ReadonlyMap<string, string>;
  readonly remove: () => void;
}

/** What electron-builder has settled about a package before it calls fpm or makes an AppImage. */
const Settled = z.union([
  z.tuple([z.array(z.string())]).rest(z.unknown()),
  z.object({ desktop: z.string() }),
]);

/** Packs the bundle with a stub for Electron, without the network, into a temporary folder. */
export async function packForLinux(publish: UpdateFeed | null = null): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-package-'));
  const output = join(folder, 'release');
  const packages: string[][] = [];
  const told = new Map<string, string>();
  let appImageEntry = '';
  await build({
    targets: Platform.LINUX.createTarget(['dir', 'deb', 'rpm', 'AppImage']),
    projectDir: join(import.meta.dirname, '../..'),
    publish: 'never',
    // Answering true leaves out the tools, which would have to be fetched.
    effectiveOptionComputed: (options: unknown) => {
      const settled = Settled.parse(options);
      if ('desktop' in settled) {
        appImageEntry = settled.desktop;
        return Promise.resolve(true);
      }
      const [args] = settled;
      packages.push(args);
      // They are temporary files, gone at the end.
      for (const [, from = '', to = ''] of args.flatMap((each) => [
        ...each.matchAll(/^(.+)=(\/usr\/share\/(?:mime|applications)\/.+)$/g),
      ])) {
        told.set(to, readFileSync(from, 'utf8'));
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
    appImageEntry,
    told,
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
