import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { listPackage } from '@electron/asar';
import { Arch, build, Platform } from 'electron-builder';
import { configuration } from './configuration.ts';
import { stubElectron, stubTools } from './stub-electron.ts';

/** Hookdesk, packaged for another system. */
export interface PackedElsewhere {
  /** The unpacked application from which electron-builder makes packages. */
  readonly folder: string;
  readonly resources: string;
  /** Paths in the archive, with `/` and without a leading one. */
  readonly files: readonly string[];
  readonly remove: () => void;
}

const systems = {
  mac: { platform: Platform.MAC, made: 'mac', resources: 'Hookdesk.app/Contents/Resources' },
  win: { platform: Platform.WINDOWS, made: 'win', resources: 'resources' },
} as const;

/** Packages the bundle with a stub of Electron into a temporary folder, without a network. */
export async function packElsewhere(
  system: keyof typeof systems,
  arch: 'x64' | 'arm64',
): Promise<PackedElsewhere> {
  const { platform, made, resources } = systems[system];
  const temporary = mkdtempSync(join(tmpdir(), 'hookdesk-package-'));
  const output = join(temporary, 'release');
  const tools = stubTools(join(temporary, 'tools'));
  const { PATH, ELECTRON_BUILDER_ICONS_TOOLSET_DIR } = process.env;
  process.env.PATH = [tools, PATH].join(delimiter);
  process.env.ELECTRON_BUILDER_ICONS_TOOLSET_DIR = tools;
  try {
    await build({
      targets: platform.createTarget(['dir'], Arch[arch]),
      projectDir: join(import.meta.dirname, '../..'),
      publish: 'never',
      config: {
        ...configuration,
        directories: { ...configuration.directories, output },
        electronDist: stubElectron(join(temporary, 'electron'), system),
        electronVersion: '0.0.0',
      },
    });
  } finally {
    process.env.PATH = PATH;
    if (ELECTRON_BUILDER_ICONS_TOOLSET_DIR === undefined) {
      delete process.env.ELECTRON_BUILDER_ICONS_TOOLSET_DIR;
    } else process.env.ELECTRON_BUILDER_ICONS_TOOLSET_DIR = ELECTRON_BUILDER_ICONS_TOOLSET_DIR;
  }
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  const folder = join(output, `${made}${suffix}${system === 'win' ? '-unpacked' : ''}`);
  const archive = join(folder, resources, 'app.asar');
  return {
    folder,
    resources: join(folder, resources),
    files: listPackage(archive, { isPack: false }).map((path) =>
      path.replaceAll('\\', '/').replace(/^\//, ''),
    ),
    remove: () => {
      rmSync(temporary, { recursive: true });
    },
  };
}
