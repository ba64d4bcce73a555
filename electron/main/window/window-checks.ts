import type { BrowserWindow, RenderProcessGoneDetails, WebContents } from 'electron';
import { systemClock } from '#adapters/clock/clock.ts';
import { type Check, CheckFailed } from '#self-check/check.ts';
import type { PageChecks } from '#self-check/self-check.ts';

export interface CheckedWindow extends Pick<BrowserWindow, 'destroy' | 'loadURL'> {
  readonly webContents: CheckedContents;
}

interface CheckedContents extends Pick<WebContents, 'executeJavaScript'> {
  on(
    event: 'console-message',
    listener: (details: { readonly level: string; readonly message: string }) => void,
  ): unknown;
  on(
    event: 'preload-error',
    listener: (event: unknown, path: string, error: Error) => void,
  ): unknown;
  on(
    event: 'did-fail-load',
    listener: (event: unknown, code: number, description: string, address: string) => void,
  ): unknown;
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: RenderProcessGoneDetails) => void,
  ): unknown;
}

export interface WindowCheckNeeds {
  readonly open: () => CheckedWindow;
  readonly url: string;
  readonly notice: string;
}

const onFailure = {
  limit: 30_000,
  advice: 'Install Hookdesk again. If it still fails, report it with this table.',
};
const pauseMilliseconds = 50;

/** The page's CSP must block this inline script. */
const inlineScript = `(() => {
  const script = document.createElement('script');
  script.textContent = 'window.selfCheckRan = true';
  document.head.append(script);
  return window.selfCheckRan === true;
})()`;

/** The checks of the page in a hidden window. */
export function windowChecks({ open, url, notice }: WindowCheckNeeds): PageChecks {
  const errors: WindowErrors = { failures: [], console: [] };
  let openWindow: CheckedWindow | null = null;
  const window = (): CheckedWindow => (openWindow ??= watchErrors(open(), errors));

  const page: Check = {
    name: 'page',
    ...onFailure,
    run: async () => {
      await window()
        .loadURL(url)
        .catch(() => {
          throw new CheckFailed(`${url} could not be loaded. ${errors.failures.join(' ')}`.trim());
        });
      return `${url} loaded in a hidden window`;
    },
  };
  const roundTrip: Check = {
    name: 'round trip',
    ...onFailure,
    run: async () => {
      const { webContents } = window();
      const isShown = `document.body.innerText.includes(${JSON.stringify(notice)})`;
      while ((await webContents.executeJavaScript(isShown)) !== true) {
        if (errors.failures.length > 0) throw new CheckFailed(errors.failures.join(' '));
        await systemClock.sleep(pauseMilliseconds);
      }
      return 'the page shows what it asked from the core';
    },
  };
  const policy: Check = {
    name: 'console and policy',
    ...onFailure,
    run: async () => {
      if (errors.console.length > 0) throw new CheckFailed(errors.console.join(' '));
      if ((await window().webContents.executeJavaScript(inlineScript)) !== false) {
        throw new CheckFailed('The page runs an inline script, which its policy forbids.');
      }
      return 'no error in the console; an inline script is refused';
    },
  };
  return {
    checks: [page, roundTrip, policy],
    close: () => {
      openWindow?.destroy();
      return Promise.resolve();
    },
  };
}

interface WindowErrors {
  readonly failures: string[];
  readonly console: string[];
}

function watchErrors(window: CheckedWindow, errors: WindowErrors): CheckedWindow {
  const { webContents } = window;
  webContents.on('console-message', ({ level, message }) => {
    if (level === 'error') errors.console.push(`Console: ${message}`);
  });
  webContents.on('preload-error', (_event, _path, error) => {
    errors.failures.push(`Preload: ${error.message}`);
  });
  webContents.on('did-fail-load', (_event, code, description, address) => {
    errors.failures.push(`${address}: ${description} (${code}).`);
  });
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    errors.failures.push(`The process of the window ended: ${reason}, exit code ${exitCode}.`);
  });
  return window;
}
