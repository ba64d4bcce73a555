import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleIfStale } from '../bundle/bundle.ts';
import { packForLinux, type Packed } from './pack.ts';

const root = join(import.meta.dirname, '../..');
const keychain = [
  'LICENSE.md',
  'lib/keytar.js',
  'package.json',
  `prebuilds/${process.platform}-${process.arch}/keytar.node`,
].map((path) => `node_modules/keytar/${path}`);

let packed: Packed;

beforeAll(async () => {
  await bundleIfStale();
  packed = await packForLinux();
});
afterAll(() => {
  packed.remove();
});

/** Paths of the files in a folder, with `/`. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

const withoutHash = (path: string): string =>
  path.replace(/^(dist\/(?:main|renderer\/desktop\/assets)\/.+)-[\w-]{8}(\.\w+)$/, '$1-HASH$2');

const fonts = {
  inter: ['cyrillic-ext', 'cyrillic', 'greek-ext', 'greek', 'latin-ext', 'latin', 'vietnamese'],
  'jetbrains-mono': ['cyrillic-ext', 'cyrillic', 'greek', 'latin-ext', 'latin', 'vietnamese'],
};

/** The pictures of the user guide, for both themes. */
function guidePictures(): string[] {
  const guide = readFileSync(join(root, 'docs/user-guide.md'), 'utf8');
  const pictures = [...guide.matchAll(/\(images\/([\w-]+)-light\.webp\)/g)];
  return pictures.flatMap(([, name = '']) => [`${name}-dark`, `${name}-light`]);
}

describe('the package', () => {
  test('has these files in its archive', () => {
    const assets = [
      'analysis-worker-HASH.js',
      'help-HASH.css',
      'icon-HASH.svg',
      'index-HASH.css',
      'index-HASH.js',
      ...Object.entries(fonts).flatMap(([font, subsets]) =>
        subsets.map((subset) => `${font}-${subset}-wght-normal-HASH.woff2`),
      ),
      ...guidePictures().map((name) => `${name}-HASH.webp`),
    ];
    const expected = [
      'dist/bundle-thread/main.cjs',
      'dist/main/index.js',
      // The updater, which loads on demand.
      'dist/main/main-HASH.js',
      'dist/preload/index.cjs',
      ...assets.map((name) => `dist/renderer/desktop/assets/${name}`),
      'dist/renderer/desktop/help/guide.html',
      'dist/renderer/desktop/help/licences.html',
      'dist/renderer/desktop/index.html',
      'dist/service/main.js',
      ...keychain,
      'package.json',
    ];
    expect(filesIn(packed.extracted).map(withoutHash).sort()).toEqual(expected.sort());
  });

  test('has these files beside its archive', () => {
    const samples = readdirSync(join(root, 'resources/bundles'));
    const resources = [
      'LICENSE.txt',
      'app.asar',
      ...keychain.map((path) => `app.asar.unpacked/${path}`),
      'apparmor-profile',
      'bundles/hookdesk-bundle-1.schema.json',
      ...samples.map((name) => `bundles/${name}`),
      'icon.png',
      'sbom.cdx.json',
    ];
    const expected = [
      'LICENSE.electron.txt',
      'LICENSES.chromium.html',
      'chrome-sandbox',
      'hookdesk',
      'locales/en-US.pak',
      ...resources.map((path) => `resources/${path}`),
    ];
    expect(filesIn(dirname(packed.executable)).sort()).toEqual(expected.sort());
  });

  test('has no two equal files above 10 kB', () => {
    const program = dirname(packed.executable);
    const files = [
      ...filesIn(program)
        .filter((path) => path !== 'resources/app.asar')
        .map((path) => join(program, path)),
      // The extracted archive also has the package that is beside it.
      ...filesIn(packed.extracted)
        .filter((path) => !keychain.includes(path))
        .map((path) => join(packed.extracted, path)),
    ];
    const byContent = Map.groupBy(
      files.filter((file) => readFileSync(file).length > 10_000),
      (file) => createHash('sha256').update(readFileSync(file)).digest('hex'),
    );
    expect(byContent.size).toBeGreaterThan(10);
    expect([...byContent.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  test('has no scripts and development packages in its package.json', () => {
    const manifest: unknown = JSON.parse(
      readFileSync(join(packed.extracted, 'package.json'), 'utf8'),
    );
    expect(manifest).not.toHaveProperty('devDependencies');
    expect(manifest).not.toHaveProperty('scripts');
  });
});
