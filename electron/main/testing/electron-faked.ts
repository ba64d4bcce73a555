import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

/**
 * With `node --import`: replaces `electron` with the fake in every import. Packages import it as a
 * default, as from CommonJS.
 */
const fake = pathToFileURL(join(import.meta.dirname, '../electron.fake.ts')).href;
const module = `import * as all from '${fake}'; export * from '${fake}'; export default all;`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(module)}`, shortCircuit: true }
      : next(specifier, context),
});
