import { join } from 'node:path';
import { build } from 'electron-builder';
import { bundleIfStale } from '../bundle/bundle.ts';
import { configuration } from './configuration.ts';

/**
 * Makes the packages for this system into `release/`. Electron's binary and the packaging tools are
 * fetched from outside npm, so this needs the network; `packed.check.ts` checks the same without it.
 */
await bundleIfStale();
const made = await build({
  config: configuration,
  projectDir: join(import.meta.dirname, '../..'),
  publish: 'never',
});
for (const file of made) console.log(file);
