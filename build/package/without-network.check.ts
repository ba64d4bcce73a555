import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundleIfStale } from '../bundle/bundle.ts';
import { configuration } from './configuration.ts';
import { checksumsName, makePackages } from './make-packages.ts';
import { stubElectron } from './stub-electron.ts';

const folder = mkdtempSync(join(tmpdir(), 'hookdesk-offline-'));
const root = join(import.meta.dirname, '../..');
/** In ms; electron-builder retries some downloads. */
const timeout = 180_000;
/** No server listens there. */
const nowhere = 'http://127.0.0.1:9/';

beforeAll(async () => {
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  vi.stubEnv('ELECTRON_BUILDER_CACHE', join(folder, 'cache'));
  vi.stubEnv('ELECTRON_MIRROR', nowhere);
  vi.stubEnv('ELECTRON_BUILDER_BINARIES_MIRROR', nowhere);
  vi.stubEnv('ELECTRON_BUILDER_BINARIES_ALLOW_HTTP', 'true');
  await bundleIfStale();
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const into = (name: string) => {
  const output = join(folder, name);
  const directories = { ...configuration.directories, output: relative(root, output) };
  return { output, config: { ...configuration, directories } };
};

test('without Electron, packaging names its address and what to do', { timeout }, async () => {
  const { files, problems } = await makePackages({
    config: into('none').config,
    targets: ['dir'],
  });
  expect(files).toEqual([]);
  expect(problems[0]).toMatch(
    /^Electron could not be downloaded: http:.+electron-v[\d.]+-.+\.zip: /,
  );
  expect(problems.join('\n')).toContain('--electron FOLDER');
});

test.skipIf(process.platform !== 'linux')(
  'without a tool, packaging names it, and makes other targets with their checksums',
  { timeout },
  async () => {
    const { output, config } = into('stub');
    const stubbed = {
      ...config,
      electronDist: stubElectron(join(folder, 'electron')),
      electronVersion: '0.0.0',
    };
    const refused = await makePackages({ config: stubbed, targets: ['AppImage'] });
    expect(refused.problems[0]).toMatch(/^A packaging tool could not be downloaded: .+appimage/);
    expect(refused.problems.join('\n')).toMatch(
      /\$ELECTRON_BUILDER_CACHE\/appimage@[\d.]+\/appimage/,
    );

    // A fake fpm that writes its output file.
    const fpm = join(folder, 'fpm');
    const script = 'until [ "$1" = --package ]; do shift; done; echo made >"$2"';
    writeFileSync(fpm, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    vi.stubEnv('CUSTOM_FPM_PATH', fpm);
    const { files, problems } = await makePackages({
      config: stubbed,

      targets: ['deb'],
    });
    expect(problems).toEqual([]);
    expect(files.map((file) => existsSync(file))).toEqual([true, true]);
    const [made = ''] = files;
    const hash = createHash('sha256').update(readFileSync(made)).digest('hex');
    const sums = readFileSync(join(output, checksumsName), 'utf8');
    expect(sums).toBe(`${hash}  ${basename(made)}\n`);
    expect(made).toMatch(/\.deb$/);
    for (const bundle of ['main/index.js', 'bundle-thread/main.cjs', 'service/main.js']) {
      const map = join(output, 'source-maps/dist', `${bundle}.map`);
      expect(readFileSync(map).equals(readFileSync(join(root, 'dist', `${bundle}.map`)))).toBe(
        true,
      );
    }
  },
);
