import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bundleIfStale } from '../bundle/bundle.ts';
import { licencesByText, packagesOf, textsByLicence } from '../notices/shipped-packages.ts';
import { packForLinux, type Packed } from './pack.ts';

const root = join(import.meta.dirname, '../..');
const Bom = z.object({
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(
    z.object({
      type: z.string(),
      group: z.string().optional(),
      name: z.string(),
      version: z.string().default(''),
    }),
  ),
});
const SourceMap = z.object({ sources: z.array(z.string()) });

let packed: Packed;
let resources = '';
let bom = '';
let listed: string[] = [];

beforeAll(async () => {
  await bundleIfStale();
  packed = await packForLinux();
  resources = dirname(packed.unpacked);
  bom = readFileSync(join(resources, 'sbom.cdx.json'), 'utf8');
  // The others are parts of Electron's program.
  const libraries = Bom.parse(JSON.parse(bom)).components.filter(({ type }) => type === 'library');
  listed = libraries.map(({ group, name, version }) =>
    group === undefined ? `${name}@${version}` : `${group}/${name}@${version}`,
  );
});
afterAll(() => {
  packed.remove();
});

const idsOf = (files: string[]): string[] =>
  packagesOf(files).map(({ name, version }) => `${name}@${version}`);

/** Package files in the source maps of the packed bundles: independent of the bill of materials. */
function mappedFiles(...parts: readonly string[]): string[] {
  const maps = parts.flatMap((part) => globSync(`dist/${part}/**/*.map`, { cwd: root }));
  expect(maps.length).toBeGreaterThanOrEqual(parts.length);
  const sources = maps.flatMap(
    (map) => SourceMap.parse(JSON.parse(readFileSync(join(root, map), 'utf8'))).sources,
  );
  // The source map of a web worker is relative to another folder.
  return sources.flatMap((source) => {
    const [, file] = /(?:^|\/)(node_modules\/.*)$/.exec(source) ?? [];
    return file === undefined ? [] : [join(root, file)];
  });
}

/** The packages of the packed fonts, found by comparing bytes. */
function fontFiles(): string[] {
  const assets = join(packed.extracted, 'dist/renderer/desktop/assets');
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  const sources = globSync('node_modules/@fontsource*/*/files/*.woff2', { cwd: root });
  expect(fonts.length).toBeGreaterThan(0);
  return fonts.map((font) => {
    const bytes = readFileSync(join(assets, font));
    const source = sources.find((file) => readFileSync(join(root, file)).equals(bytes));
    return join(root, source ?? `no package has ${font}`);
  });
}

test('the bill of materials is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(bom)).toBeNull();
});

test('the bill of materials names this version and exactly the shipped packages', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject(Bom.parse(JSON.parse(bom)).metadata.component);
  const inArchive = globSync('node_modules/{*,@*/*}/package.json', { cwd: packed.extracted });
  expect(inArchive.length).toBeGreaterThan(0);
  const electron = join(root, 'node_modules/electron/package.json');
  const shipped = idsOf([
    ...mappedFiles('main', 'preload', 'bundle-thread', 'service', 'renderer/desktop'),
    ...fontFiles(),
    ...inArchive.map((file) => join(packed.extracted, file)),
    electron,
  ]);
  expect([...listed].sort()).toEqual(shipped.sort());
});

test('the page of licences has every package with its licence text', () => {
  const page = join(packed.extracted, 'dist/renderer/desktop/help/licences.html');
  const sections = readFileSync(page, 'utf8').split('<h2>').slice(1);
  const [own = '', ...others] = sections;
  expect(own).toContain(readFileSync(join(root, 'LICENSE'), 'utf8').trim());
  const titled = others.map((section) => {
    const [, name = '', version = ''] =
      /^(\S+) (\S+) \([^)]+\)<\/h2>\s*<pre>[^<]{100}/.exec(section) ?? [];
    return `${name}@${version}`;
  });
  expect(titled.sort()).toEqual([...listed].sort());
});

test('every licence noted by hand belongs to a shipped package', () => {
  const noted = [...licencesByText.keys(), ...textsByLicence.keys()];
  // The command line is in the npm package only.
  const shipped = [...listed, ...idsOf(mappedFiles('cli'))];
  expect(noted.filter((id) => !shipped.includes(id))).toEqual([]);
});

test('the licences of the application and of Electron are beside the program', () => {
  const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
  const folder = dirname(packed.executable);
  expect(read(resources, 'LICENSE.txt')).toBe(read(root, 'LICENSE'));
  expect(read(folder, 'LICENSE.electron.txt')).toBe('LICENSE of the stub');
  expect(read(folder, 'LICENSES.chromium.html')).toBe('LICENSES.chromium.html of the stub');
});
