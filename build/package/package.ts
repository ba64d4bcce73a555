import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { bundleIfStale } from '../bundle/bundle.ts';
import { configuration, configurationForTests } from './configuration.ts';
import { makePackages } from './make-packages.ts';
import { electronProblems } from './offline.ts';
import { missingParts, releaseProblems } from './release.ts';
import {
  dropEmptyVariables,
  namesCertificate,
  signingWarnings,
  windowsSigning,
} from './signing.ts';
import { feedVariable, type UpdateFeed, updateFeed } from './update-feed.ts';

/**
 * Makes the packages for this system into `release/`. Downloads Electron and the packaging tools,
 * which are not in npm; without a network it explains how to provide them. `packed.check.ts` checks
 * the same configuration with stubs. `HOOKDESK_UPDATE_FEED` names the update server.
 *
 *   --release          errors: placeholders in the configuration, no signature, no update server
 *   --unsigned         with --release: allows packages without signature or notarisation
 *   --without-updates  with --release: allows a build without an update server
 *   --for-tests        only a folder with a program that Playwright can drive
 *   --dir              only the application, without an installer
 *   --targets LIST     only these targets, such as deb,rpm
 *   --electron FOLDER  a folder with Electron's zip files, instead of downloading them
 */
const { values } = parseArgs({
  options: {
    release: { type: 'boolean', default: false },
    unsigned: { type: 'boolean', default: false },
    'without-updates': { type: 'boolean', default: false },
    'for-tests': { type: 'boolean', default: false },
    dir: { type: 'boolean', default: false },
    targets: { type: 'string' },
    electron: { type: 'string' },
  },
});
const forTests = values['for-tests'];
const targets = values.dir || forTests ? ['dir'] : (values.targets?.split(',') ?? null);
const electron = values.electron === undefined ? null : resolve(values.electron);
const { env, platform, arch } = process;
dropEmptyVariables(env);

const Manifest = z.object({
  version: z.string(),
  devDependencies: z.object({ electron: z.string() }),
});
const manifestFile = join(import.meta.dirname, '../../package.json');
const { version, devDependencies } = Manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
const unsigned = signingWarnings(platform, env);
const problems: string[] = [];
let publish: UpdateFeed | null = null;
try {
  publish = updateFeed(env[feedVariable], version);
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
}
if (values.release) {
  const allowed = { unsigned: values.unsigned, withoutUpdates: values['without-updates'] };
  problems.push(...releaseProblems(configuration), ...missingParts(platform, env, allowed));
}
if (electron !== null) {
  // On macOS, the configuration names both processors.
  const archs = platform === 'darwin' && targets === null ? ['x64', 'arm64'] : [arch];
  const wanted = { version: devDependencies.electron, platform, archs };
  problems.push(...(await electronProblems(electron, wanted)));
}
if (problems.length === 0) {
  if (publish === null) console.log(`Updates are off in this build: ${feedVariable} is not set.`);
  for (const warning of unsigned) console.warn(warning);
  await bundleIfStale();
  const made = await makePackages({
    config: {
      ...(forTests ? configurationForTests : configuration),
      ...(electron === null ? {} : { electronDist: electron }),
      win: { ...configuration.win, ...windowsSigning(env) },
      forceCodeSigning: namesCertificate(platform, env),
      publish,
    },
    targets,
  });
  for (const file of made.files) console.log(file);
  problems.push(...made.problems);
  if (forTests && made.files.length > 0) {
    console.log('Set HOOKDESK_PACKAGED to the program in release/for-tests.');
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
