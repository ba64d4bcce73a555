import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { createTestCore } from '#test-support/test-core.ts';
import { openConfFile } from './conf-file.ts';
import { createSettingsStore } from './settings-store.ts';

/** The settings of the product with one more setting, which only the schema has. */
vi.mock('#contract/settings.ts', async () => {
  const product = join(import.meta.dirname, '../../contract/settings.ts');
  const begin = 'export const Settings = z.object({';
  const source = readFileSync(product, 'utf8');
  expect(source).toContain(begin);
  const added = `${begin}\n  density: z.enum(['roomy', 'dense']).default('roomy'),`;
  // The folder is inside the repository, so that the file finds its packages.
  const cache = join(import.meta.dirname, '../../../.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'settings-'));
  const path = join(folder, 'settings.ts');
  writeFileSync(path, source.replace(begin, added).replaceAll("from './", "from '#contract/"));
  const settings: unknown = await import(pathToFileURL(path).href);
  rmSync(folder, { recursive: true });
  return settings;
});

test('a setting that only the schema has can be read, changed, saved and loaded', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookdesk-settings-'));
  const openStore = () => createSettingsStore({ directory, store: openConfFile });
  const { client, close } = createTestCore({ settings: openStore() });
  expect(await client.settings.read()).toMatchObject({ density: 'roomy', theme: 'system' });

  // The product's types lack this setting.
  const change: object = { density: 'dense' };
  await client.settings.change(change);
  expect(await client.settings.read()).toMatchObject({ density: 'dense', theme: 'system' });
  await client.settings.change({ theme: 'dark' });

  const again = openStore();
  expect(again.notice).toBeNull();
  expect(again.settings()).toMatchObject({ density: 'dense', theme: 'dark' });
  const refused: object = { density: 'cosy' };
  await expect(client.settings.change(refused)).rejects.toThrow();
  await close();
  rmSync(directory, { recursive: true });
});
