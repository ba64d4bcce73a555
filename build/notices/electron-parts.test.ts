import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { electronParts } from './electron-parts.ts';
import { billOfMaterials } from './sbom.ts';
import { readPackage } from './shipped-packages.ts';

const root = join(import.meta.dirname, '../..');
const { version } = readPackage(join(root, 'node_modules/electron'));
const sum = 'a'.repeat(64);

const Bom = z.object({
  components: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      version: z.string().nullable().default(null),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
    }),
  ),
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-electron-'));
  mkdirSync(join(folder, 'node_modules/electron/dist'), { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, content: string): void {
  writeFileSync(join(folder, 'node_modules/electron', name), content);
}

it('has the archives of all released systems, with the checksums of the package', () => {
  const { archives } = electronParts(root, version);
  expect(archives).toHaveLength(8);
  for (const { name, sha256 } of archives) {
    expect(name).toContain(version);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

it('refuses checksums of another version', () => {
  put('checksums.json', JSON.stringify({ 'electron-v1.0.0-linux-x64.zip': sum }));
  expect(() => electronParts(folder, '2.0.0')).toThrow(/do not have electron-v2\.0\.0-/);
});

it.skipIf(process.platform === 'win32')('asks the program for Chromium, Node and V8', () => {
  const names = ['electron', 'ffmpeg'].flatMap((part) =>
    ['darwin-arm64', 'darwin-x64', 'linux-x64', 'win32-x64'].map(
      (system) => `${part}-v2.0.0-${system}.zip`,
    ),
  );
  put('checksums.json', JSON.stringify(Object.fromEntries(names.map((name) => [name, sum]))));
  put('path.txt', 'electron');
  const versions = { chrome: '150.0.1.2', node: '24.1.0', v8: '15.0' };
  const program = `#!/bin/sh\ntest "$ELECTRON_RUN_AS_NODE" = 1 && echo '${JSON.stringify(versions)}'\n`;
  put('dist/electron', program);
  chmodSync(join(folder, 'node_modules/electron/dist/electron'), 0o700);
  const parts = electronParts(folder, '2.0.0');
  expect(parts.programs).toEqual([
    { name: 'chromium', version: '150.0.1.2' },
    { name: 'node', version: '24.1.0' },
    { name: 'v8', version: '15.0' },
  ]);
  const bom = billOfMaterials(readPackage(root), [], parts);
  const { components } = Bom.parse(JSON.parse(bom));
  expect(components).toContainEqual({
    type: 'framework',
    name: 'chromium',
    version: '150.0.1.2',
    hashes: [],
  });
  expect(components).toContainEqual({
    type: 'file',
    name: 'ffmpeg-v2.0.0-linux-x64.zip',
    version: null,
    hashes: [{ alg: 'SHA-256', content: sum }],
  });
});
