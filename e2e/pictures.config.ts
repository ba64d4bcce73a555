import type { PlaywrightTestConfig } from '@playwright/test';
import type { HostOptions } from './fixtures/test.ts';
import base from './playwright.config.ts';

/** Takes the pictures of the documentation anew: `npm run pictures`. No part of the tests. */
const pictures: PlaywrightTestConfig<HostOptions> = {
  ...base,
  testDir: 'pictures',
  workers: 1,
  projects: [{ name: 'pictures', use: { host: 'web' } }],
};

export default pictures;
