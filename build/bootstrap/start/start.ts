import { join, resolve } from 'node:path';
import { bundleIfStale } from '../../bundle/bundle.ts';
import { endGroupsOnSignals, endLike, isEnding, type Ended } from '../groups.mjs';
import { parseStartOptions, type StartOptions } from '../start-options.mjs';
import { obtainElectron, runDesktop } from './desktop.ts';
import { runWeb } from './web.ts';

/** An Electron that ends with an error this early could not run here, in ms. */
const AT_ONCE = 5000;

const root = join(import.meta.dirname, '../../..');

endGroupsOnSignals();
const options = parseStartOptions(process.argv.slice(2));
if ('problem' in options) throw new Error(options.problem);
const ended = await open(options);
if (ended !== null) endLike(ended);

/** Opens Hookdesk, and resolves when it has ended; `null` when it could not be opened. */
async function open({ host, ...options }: StartOptions): Promise<Ended | null> {
  // npm changes to the folder of package.json; a relative folder is meant from where the person is.
  const data = options.data && resolve(process.env.INIT_CWD ?? process.cwd(), options.data);
  if (host !== 'web') {
    const electron = await obtainElectron(root, host === 'desktop');
    if (isEnding()) return null;
    if ('binary' in electron) {
      await bundleIfStale();
      const begun = Date.now();
      const result = await runDesktop(root, electron.binary, data);
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
  return isEnding() ? null : runWeb(root, { port: options.port, data, open: options.open });
}

function instead(reason: string): void {
  console.log(`Electron cannot run here (${reason}): serving Hookdesk for a browser instead.`);
}
