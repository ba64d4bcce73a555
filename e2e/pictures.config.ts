import base from './playwright.config.ts';

/** Takes the pictures of the documentation anew: `npm run pictures`. No part of the tests. */
export default {
  ...base,
  testDir: 'pictures',
  workers: 1,
  projects: [{ name: 'pictures', use: { host: 'web' } }],
};
