import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { bundleIfStale } from '../bundle/bundle.ts';
import { packagesBeside } from '../bundle/node-config.ts';
import { licenceProblems, packagesOf } from '../notices/shipped-packages.ts';

const root = join(import.meta.dirname, '../..');
const Manifest = z.record(z.string(), z.unknown());
const SourceMap = z.object({ sources: z.array(z.string()) });

/** What `hookdesk` runs: its own bundle, and that of its thread. */
const bundles = ['cli', 'bundle-thread'];

/**
 * Packs the command line into one file, which `npm install --global` takes without a network.
 * @returns the path of the file
 */
export function makeNpmPackage(output: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-npm-'));
  try {
    const manifest = manifestOf('package.json');
    const { name, version, description, license, author, type, bin } = manifest;
    for (const bundle of bundles) {
      cpSync(join(root, 'dist', bundle), join(folder, 'dist', bundle), {
        recursive: true,
        filter: (path) => !path.endsWith('.map'),
      });
    }
    for (const each of packagesBeside) copyPackage(each, join(folder, 'node_modules', each));
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    cpSync(join(root, 'docs/command-line.md'), join(folder, 'README.md'));
    writeFileSync(join(folder, 'LICENCES.txt'), licences());
    writeManifest(folder, {
      name,
      version,
      description,
      license,
      author,
      type,
      bin,
      engines: { node: '>=24' },
      dependencies: Object.fromEntries(packagesBeside.map((each) => [each, '*'])),
      bundleDependencies: packagesBeside,
    });
    mkdirSync(output, { recursive: true });
    const options = ['--pack-destination', resolve(output), '--ignore-scripts', '--silent'];
    const packed = execFileSync('npm', ['pack', ...options], {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    return join(output, packed.trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without its build scripts and their dependencies: it has a binary for each system. */
function copyPackage(name: string, to: string): void {
  const from = join('node_modules', name);
  for (const part of ['lib', 'prebuilds', 'LICENSE.md']) {
    cpSync(join(root, from, part), join(to, part), { recursive: true });
  }
  const { main, version, license } = manifestOf(join(from, 'package.json'));
  writeManifest(to, { name, version, main, license });
}

/** The licences of all packages in the bundles, which their source maps name. */
function licences(): string {
  const maps = bundles.flatMap((bundle) => globSync(`dist/${bundle}/**/*.map`, { cwd: root }));
  const sources = maps.flatMap(
    (map) => SourceMap.parse(JSON.parse(readFileSync(join(root, map), 'utf8'))).sources,
  );
  const inPackages = sources.flatMap(
    (source) => /(?:^|\/)(node_modules\/.*)$/.exec(source)?.[1] ?? [],
  );
  const beside = packagesBeside.map((name) => `node_modules/${name}/package.json`);
  const packages = packagesOf([...inPackages, ...beside].map((file) => join(root, file)));
  const problems = licenceProblems(packages);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const parts = packages.map(
    ({ name, version, texts }) => `${name} ${version}\n\n${texts.join('\n\n')}`,
  );
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

const manifestOf = (file: string) =>
  Manifest.parse(JSON.parse(readFileSync(join(root, file), 'utf8')));

const writeManifest = (folder: string, manifest: Readonly<Record<string, unknown>>): void => {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};

if (import.meta.main) {
  await bundleIfStale();
  console.log(makeNpmPackage(join(root, 'release')));
}
