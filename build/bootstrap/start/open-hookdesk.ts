import { alreadyRunningExitCode } from '#adapters/data-folder/instance-lock.ts';
import type { Ended } from '../groups.mjs';
import type { StartOptions } from '../start-options.mjs';
import type { Electron } from './desktop.ts';

/** An Electron that fails within this time has opened no window, in ms. */
const AT_ONCE = 5000;

/** The exit code of Hookdesk after a failed start; Hookdesk has printed the reason. */
const failedStart = 1;

/** The effects of a start. */
export interface StartParts {
  /** Whether Hookdesk only checks itself. A failed check starts no other host. */
  readonly isSelfCheck: boolean;
  obtainElectron(): Promise<Electron>;
  /** Builds the parts whose sources changed. */
  bundle(): Promise<unknown>;
  runDesktop(binary: string): Promise<Ended>;
  runWeb(): Promise<Ended>;
  /** Whether a signal asked this program to end. */
  isEnding(): boolean;
  /** In ms. */
  now(): number;
}

/**
 * Opens Hookdesk in Electron, or in a browser if Electron cannot run and is not required.
 *
 * @returns the result of the host; `null` after a signal before the host started
 */
export async function openHookdesk(
  host: StartOptions['host'],
  parts: StartParts,
): Promise<Ended | null> {
  if (host !== 'web') {
    const electron = await parts.obtainElectron();
    if (parts.isEnding()) return null;
    const result = 'binary' in electron ? await openDesktop(electron.binary, parts) : electron;
    if ('ended' in result) return result.ended;
    if (host === 'desktop') {
      console.error(`Electron cannot run here: ${result.missing}. Try --host web.`);
      return { code: 1, signal: null };
    }
    console.log(`Electron cannot run here: ${result.missing}.`);
    console.log('Serving Hookdesk for a browser instead.');
  }
  await parts.bundle();
  return parts.isEnding() ? null : parts.runWeb();
}

/** Runs the desktop application; returns `missing` when Electron itself could not run. */
async function openDesktop(
  binary: string,
  parts: StartParts,
): Promise<{ readonly ended: Ended } | { readonly missing: string }> {
  await parts.bundle();
  const begun = parts.now();
  const ended = await parts.runDesktop(binary);
  const { code, signal } = ended;
  const isEarly = parts.now() - begun < AT_ONCE;
  const isResult = code === 0 || code === alreadyRunningExitCode || parts.isSelfCheck;
  if (isResult || !isEarly || parts.isEnding()) return { ended };
  if (code === failedStart) {
    console.error('Hookdesk could not start; the lines above say why.');
    console.error('To open it in a browser: npm start -- --host web');
    return { ended };
  }
  return { missing: `it ended at once, with ${signal ?? `exit code ${String(code)}`}` };
}
