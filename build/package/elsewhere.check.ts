import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleIfStale } from '../bundle/bundle.ts';
import { configuration } from './configuration.ts';
import { fusesOf, releaseFuses } from './fuses.ts';
import { packElsewhere, type PackedElsewhere } from './pack-elsewhere.ts';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

const expectKnown = {
  /** Includes the registered links and file types. */
  mac: ({ resources }: PackedElsewhere): void => {
    const list = readFileSync(join(resources, '../Info.plist'), 'utf8').replace(/>\s+</g, '><');
    expect(existsSync(join(resources, '../MacOS/Hookdesk'))).toBe(true);
    const text = (key: string): string | undefined =>
      new RegExp(`<key>${key}</key><string>([^<]*)<`).exec(list)?.[1];
    expect(text('CFBundleIdentifier')).toBe(configuration.appId);
    expect(text('CFBundleExecutable')).toBe('Hookdesk');
    expect(text('LSMinimumSystemVersion')).toBe('13.0');
    expect(text('CFBundleShortVersionString')).toBe(version);
    expect(list).toContain('<key>CFBundleURLSchemes</key><array><string>hookdesk</string></array>');
    expect(list).toContain('<array><string>json</string><string>age</string></array>');
    expect(text('LSHandlerRank')).toBe('Alternate');
    expect(list).toMatch(/<key>ElectronAsarIntegrity<\/key><dict><key>Resources\/app\.asar</);
  },
  win: ({ folder }: PackedElsewhere): void => {
    const program = NtExecutable.from(readFileSync(join(folder, 'Hookdesk.exe')));
    const { entries } = NtExecutableResource.from(program);
    const [info] = Resource.VersionInfo.fromEntries(entries);
    expect(info?.getStringValues({ lang: 1033, codepage: 1200 })).toMatchObject({
      ProductName: 'Hookdesk',
      FileVersion: version,
      LegalCopyright: configuration.copyright,
    });
    const integrity = entries.find(({ type }) => type === 'INTEGRITY');
    expect(Buffer.from(integrity?.bin ?? new ArrayBuffer()).toString()).toContain(
      'resources\\\\app.asar',
    );
  },
};

describe.skipIf(process.platform === 'win32').each([
  { system: 'mac', arch: 'x64', keychain: 'darwin-x64', fused: 'Hookdesk.app' },
  { system: 'mac', arch: 'arm64', keychain: 'darwin-arm64', fused: 'Hookdesk.app' },
  { system: 'win', arch: 'x64', keychain: 'win32-x64', fused: 'Hookdesk.exe' },
] as const)('packed for $system on $arch', ({ system, arch, keychain, fused }) => {
  let packed: PackedElsewhere;

  beforeAll(async () => {
    await bundleIfStale();
    packed = await packElsewhere(system, arch);
  });
  afterAll(() => {
    packed.remove();
  });

  test('the archive contains only the bundles, package.json and packages', () => {
    expect(packed.files).toContain('dist/main/index.js');
    const other = packed.files.filter(
      (path) =>
        !/^(?:dist|node_modules)(?:\/|$)|^package\.json$/.test(path) ||
        /^dist\/(?:web|renderer\/web)\/|\.(?:map|svelte|[cm]?ts)$/.test(path),
    );
    expect(other).toEqual([]);
  });

  test('the resources are beside the archive, without Electron’s default application', () => {
    const names = readdirSync(packed.resources);
    expect(names).toEqual(
      expect.arrayContaining(['LICENSE.txt', 'app.asar', 'bundles', 'icon.png', 'sbom.cdx.json']),
    );
    expect(names).not.toContain('default_app.asar');
  });

  test('Chromium’s texts are in English only', () => {
    const folders = { mac: '**/*.lproj', win: 'locales/*' };
    const languages = globSync(folders[system], { cwd: packed.folder });
    expect(languages.map((path) => basename(path))).toEqual([
      { mac: 'en.lproj', win: 'en-US.pak' }[system],
    ]);
  });

  test('the keychain’s native module is for that system', () => {
    const unpacked = join(packed.resources, 'app.asar.unpacked');
    const native = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    expect(native.filter((name) => name.endsWith('.node'))).toEqual([
      `node_modules/keytar/prebuilds/${keychain}/keytar.node`,
    ]);
  });

  test('the fuses have the released states', async () => {
    expect(await fusesOf(join(packed.folder, fused))).toMatchObject(releaseFuses);
  });

  test('the system reads the name and version, and the program finds its archive', () => {
    expectKnown[system](packed);
  });
});
