import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'electron-builder';
import { bundleIfStale } from '../bundle/bundle.ts';
import { configuration, configurationForTests } from './configuration.ts';
import { releaseProblems } from './release.ts';
import { feedVariable, type UpdateFeed, updateFeed } from './update-feed.ts';

/**
 * Makes the packages for this system into `release/`. Electron's binary and the packaging tools are
 * fetched from outside npm, so this needs the network; `packed.check.ts` checks the same without it.
 * With `--release`, placeholders in the configuration are errors. With `--for-tests` it makes only a folder
 * with a program that Playwright can drive. The update server comes from `HOOKDESK_UPDATE_FEED`.
 */
const { values } = parseArgs({
  options: {
    release: { type: 'boolean', default: false },
    'for-tests': { type: 'boolean', default: false },
  },
});
const forTests = values['for-tests'];
const problems = values.release ? releaseProblems(configuration) : [];
let publish: UpdateFeed | null = null;
try {
  publish = updateFeed(process.env[feedVariable]);
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
}
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
} else {
  if (publish === null) console.log(`Updates are off in this build: ${feedVariable} is not set.`);
  await bundleIfStale();
  const made = await build({
    config: { ...(forTests ? configurationForTests : configuration), publish },
    dir: forTests,
    projectDir: join(import.meta.dirname, '../..'),
    publish: 'never',
  });
  for (const file of made) console.log(file);
  if (forTests) console.log('Set HOOKDESK_PACKAGED to the program in release/for-tests.');
}
