import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import type { HostOptions } from './fixtures/test.ts';

/** Debian's headless shell; elsewhere the one that Playwright brings. */
const systemShell = '/usr/bin/chromium-headless-shell';
const executable = existsSync(systemShell) ? { executablePath: systemShell } : {};

/** It needs a build that names an update server on this machine; only the stand-in can be such a build. */
const testIgnore = 'updates.spec.ts';

/** Screens once, and what a desktop does in its own way: files, keys, links, notifications, its end. */
const onStandIn = new RegExp(
  `@main|(${[
    'bundle-export',
    'bundle-import',
    'certificates',
    'change-notification',
    'command-line',
    'context-menus',
    'damaged-settings',
    'desktop',
    'desktop-close',
    'drafts',
    'folder-import',
    'help',
    'history-kept',
    'journeys',
    'keychain',
    'large-list',
    'lock',
    'long-session',
    'offline',
    'places',
    'practice',
    'recent',
    'self-check',
    'system-proxy',
    'updates',
    'vault',
  ].join('|')})[.]spec[.]ts`,
);

export default defineConfig<HostOptions>({
  testDir: 'specs',
  outputDir: '../.cache/e2e',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    // What does not come up is told of by its own name, and not as a test that took too long.
    actionTimeout: 20_000,
    // Recording a trace costs a fifth of the time: ask for one by `--trace retain-on-failure`.
    screenshot: 'only-on-failure',
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...executable,
      chromiumSandbox: process.getuid?.() !== 0,
      // Classic scrollbars, as people have them: Playwright hides them otherwise.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    },
  },
  projects: [
    // A headless shell cannot take a click as the permission to copy.
    { name: 'web', testIgnore, use: { host: 'web', permissions: ['clipboard-write'] } },
    // Electron takes longer to start than a page.
    { name: 'desktop', testIgnore, use: { host: 'desktop' }, timeout: 120_000 },
    // Each test starts its own application and its own Chromium: all specs take half an hour.
    {
      name: 'desktop-stand-in',
      ...(process.env.DESKTOP_SPECS === 'all' ? {} : { grep: onStandIn }),
      use: { host: 'stand-in' },
      timeout: 120_000,
      expect: { timeout: 20_000 },
    },
  ],
});
