import { join } from 'node:path';
import { bundleIfStale } from '../../bundle/bundle.ts';
import { endGroupsOnSignals, endLike, isEnding, type Ended } from '../groups.mjs';
import { parseStartOptions, type StartOptions } from '../start-options.mjs';
import { obtainElectron, runDesktop } from './desktop.ts';
import { dataFolderOf, filesOf, root } from './places.ts';
import { runWeb } from './web.ts';

/** An Electron that ends with an error this early could not run here, in ms. */
const AT_ONCE = 5000;

endGroupsOnSignals();
const options = parseStartOptions(process.argv.slice(2));
if ('problem' in options) throw new Error(options.problem);
const ended = await openHookdesk(options);
if (ended !== null) endLike(ended);

/** Opens Hookdesk, and resolves when it has ended; `null` when it could not be opened. */
async function openHookdesk(options: StartOptions): Promise<Ended | null> {
  const { host, port, open } = options;
  const data = dataFolderOf(options);
  const files = filesOf(options);
  if (host !== 'web') {
    const electron = await obtainElectron(root, host === 'desktop');
    if (isEnding()) return null;
    if ('binary' in electron) {
      await bundleIfStale();
      const begun = Date.now();
      const result = await runDesktop(root, electron.binary, data, { files });
      const failedAtOnce = result.code !== 0 && Date.now() - begun < AT_ONCE;
      if (host === 'desktop' || isEnding() || !failedAtOnce) return result;
      instead(`it ended at once, with ${result.signal ?? `exit code ${String(result.code)}`}`);
    } else if (host === 'desktop') {
      console.error(`Electron cannot run here: ${electron.missing}. Try --host web.`);
      process.exitCode = 1;
      return null;
    } else {
      instead(electron.missing);
    }
  }
  await bundleIfStale();
  return isEnding() ? null : runWeb(join(root, 'dist/web/main.js'), { port, data, files, open });
}

function instead(reason: string): void {
  console.log(`Electron cannot run here (${reason}): serving Hookdesk for a browser instead.`);
}
