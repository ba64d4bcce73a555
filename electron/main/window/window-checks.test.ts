import { expect, test } from 'vitest';
import { runChecks } from '#self-check/check.ts';
import { BrowserWindow } from '../electron.fake.ts';
import { windowChecks } from './window-checks.ts';

const notice = 'Self-check 7f3a';

/** A working page, unless a test changes it. */
interface Page {
  /** Runs during the load. */
  readonly onLoad: (window: BrowserWindow) => void;
  readonly text: string;
  readonly runsInlineScripts: boolean;
}
const sound: Page = { onLoad: () => undefined, text: notice, runsInlineScripts: false };

class Window extends BrowserWindow {
  readonly #page: Page;
  constructor(page: Page) {
    super();
    this.#page = page;
    this.webContents.run = (script) =>
      script.includes('createElement')
        ? page.runsInlineScripts
        : script.includes(`includes("${page.text}")`);
  }
  override loadURL(url: string): Promise<void> {
    try {
      this.#page.onLoad(this);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error('not loaded'));
    }
    return super.loadURL(url);
  }
}

async function check(page: Page) {
  const window = new Window(page);
  const { checks, close } = windowChecks({
    open: () => window,
    url: 'app://hookdesk/index.html',
    notice,
  });
  const results = await runChecks(checks);
  await close();
  expect(window.calls).toContain('destroy');
  return results.filter(({ status }) => status !== 'passed');
}

test('a working window passes', async () => {
  expect(await check(sound)).toEqual([]);
});

const gone = { reason: 'crashed', exitCode: 5 };
test.each<[string, Page, string, string]>([
  [
    'has an error in its console',
    {
      ...sound,
      onLoad: ({ webContents }) => {
        webContents.emit('console-message', { level: 'warning', message: 'Slow.' });
        webContents.emit('console-message', { level: 'error', message: 'Refused to load.' });
      },
    },
    'console and policy',
    'Console: Refused to load.',
  ],
  [
    'runs what its policy forbids',
    { ...sound, runsInlineScripts: true },
    'console and policy',
    'The page runs an inline script, which its policy forbids.',
  ],
  [
    'loses its process',
    {
      ...sound,
      text: '',
      onLoad: ({ webContents }) => webContents.emit('render-process-gone', {}, gone),
    },
    'round trip',
    'The process of the window ended: crashed, exit code 5.',
  ],
  [
    'has a preload that fails',
    {
      ...sound,
      text: '',
      onLoad: ({ webContents }) =>
        webContents.emit('preload-error', {}, 'preload.cjs', new Error('not found')),
    },
    'round trip',
    'Preload: not found',
  ],
  [
    'cannot load its page',
    {
      ...sound,
      onLoad: ({ webContents }) => {
        webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://hookdesk/');
        throw new Error('ERR_FILE_NOT_FOUND');
      },
    },
    'page',
    'app://hookdesk/index.html could not be loaded. app://hookdesk/: ERR_FILE_NOT_FOUND (-6).',
  ],
])('a window that %s fails', async (_what, page, name, text) => {
  const [failed] = await check(page);
  expect(failed).toMatchObject({ name, text, status: 'failed' });
  expect(failed?.advice).not.toBeNull();
});
