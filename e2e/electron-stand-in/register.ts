import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { followTest } from './test-connection.ts';

/**
 * With `node --import`: everything that the program imports from `electron` is the stand-in. Packages
 * import a default export, as CommonJS modules have it.
 */
const standIn = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href;
const module = `import * as all from '${standIn}'; export * from '${standIn}'; export default all;`;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(module)}`, shortCircuit: true }
      : next(specifier, context),
});

followTest(() => import('./electron.ts'));
