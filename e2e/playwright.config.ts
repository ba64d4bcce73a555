import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import type { HostOptions } from './fixtures/test.ts';

/** Debian's Chromium; elsewhere the one that Playwright brings. */
const systemChromium = '/usr/bin/chromium';
const executable = existsSync(systemChromium) ? { executablePath: systemChromium } : {};

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
    trace: 'retain-on-failure',
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: { ...executable, chromiumSandbox: process.getuid?.() !== 0 },
  },
  projects: [
    { name: 'web', use: { host: 'web' } },
    { name: 'desktop', use: { host: 'desktop' } },
  ],
});
