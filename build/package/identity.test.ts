import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isLink } from '#domain/link/link.ts';
import { appId } from '../../electron/main/identity.ts';
import { configuration } from './configuration.ts';

const root = join(import.meta.dirname, '../..');
const Manifest = z.object({
  productName: z.string(),
  desktopName: z.string(),
  devDependencies: z.object({ electron: z.string() }),
});
const manifest = Manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

test('an unpacked and a packed Hookdesk have one name, and one id', () => {
  expect(configuration.productName).toBe(manifest.productName);
  expect(configuration.appId).toBe(appId);
});

test('one exact version of Electron is packed, and nothing older than the checklist', () => {
  const [, major] = /^(\d+)\.\d+\.\d+$/.exec(manifest.devDependencies.electron) ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(45);
});

test('windows on Linux belong to the desktop entry that is installed', () => {
  expect(manifest.desktopName).toBe(`${configuration.linux?.executableName ?? ''}.desktop`);
  expect(configuration.linux?.syncDesktopName).toBe(true);
});

test('installers register the link scheme that Hookdesk reads, and the application none itself', () => {
  const [protocol, ...others] = [configuration.protocols ?? []].flat();
  expect(others).toEqual([]);
  expect(protocol?.schemes).toEqual(['hookdesk']);
  expect(isLink(`${String(protocol?.schemes)}://all`)).toBe(true);
  const installer = readFileSync(join(root, String(configuration.nsis?.include)), 'utf8');
  expect(installer).toContain('"Software\\Classes\\hookdesk" "URL Protocol" ""');
  const sources = globSync('electron/{main,preload}/**/*.ts', { cwd: root });
  const registering = sources.filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('setAsDefaultProtocolClient'),
  );
  expect(sources.length).toBeGreaterThan(20);
  expect(registering).toEqual([]);
});
