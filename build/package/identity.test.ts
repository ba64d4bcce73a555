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

test('unpacked and packed Hookdesk have the same name and id', () => {
  expect(configuration.productName).toBe(manifest.productName);
  expect(configuration.appId).toBe(appId);
});

test('package.json pins an exact version of Electron that is not older than the checklist', () => {
  const [, major] = /^(\d+)\.\d+\.\d+$/.exec(manifest.devDependencies.electron) ?? [];
  expect(Number(major)).toBeGreaterThanOrEqual(45);
});

test('windows on Linux belong to the installed desktop entry', () => {
  expect(manifest.desktopName).toBe(`${configuration.linux?.executableName ?? ''}.desktop`);
  expect(configuration.linux?.syncDesktopName).toBe(true);
});

test('installers register the link scheme of Hookdesk, and the application registers none', () => {
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
