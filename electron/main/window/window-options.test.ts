import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type * as Electron from 'electron';
import { FakeSession } from '../fakes/session.fake.ts';
import { backgrounds, windowOptions } from './window-options.ts';

const session = new FakeSession() as unknown as Electron.Session;
const needs = {
  place: { width: 1_000, height: 700 },
  page: 'main',
  dark: false,
  preload: '/app/dist/preload/index.cjs',
  session,
  icon: null,
  development: false,
} as const;

test('every protection of the security checklist is on', () => {
  expect(windowOptions(needs).webPreferences).toEqual({
    preload: needs.preload,
    session,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    disableDialogs: true,
    spellcheck: false,
    devTools: false,
  });
});

test('the window is hidden until it has content, in the colour of its theme', () => {
  const light = windowOptions(needs);
  expect(light).toMatchObject({ show: false, minWidth: 640, minHeight: 400, title: 'Hookdesk' });
  expect(light.backgroundColor).toBe(backgrounds.main.light);
  expect(windowOptions({ ...needs, dark: true }).backgroundColor).toBe(backgrounds.main.dark);
});

test.each([
  ['main', '../../../renderer/ui/styles/tokens.css'],
  ['help', '../../../renderer/help/help.css'],
] as const)('the window %s has the background of its page', (page, styles) => {
  const css = readFileSync(new URL(styles, import.meta.url), 'utf8');
  expect(windowOptions({ ...needs, page }).backgroundColor).toBe(backgrounds[page].light);
  for (const colour of Object.values(backgrounds[page])) {
    expect(css).toMatch(new RegExp(`(--bg|background):.*${colour}`));
  }
});

test('a page without script has no preload', () => {
  expect(windowOptions({ ...needs, preload: null }).webPreferences).not.toHaveProperty('preload');
});

test('developers get the development tools', () => {
  expect(windowOptions({ ...needs, development: true }).webPreferences?.devTools).toBe(true);
});
