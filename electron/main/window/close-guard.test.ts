import { beforeEach, describe, expect, test, vi } from 'vitest';
import { app, BrowserWindow } from '../electron.fake.ts';
import { CloseGuard, type Loss } from './close-guard.ts';

beforeEach(() => {
  app.reset();
  BrowserWindow.open.length = 0;
});

interface Scene {
  closeQuits?: boolean;
  /** Whether Hookdesk saves the edits of the page. */
  isTaken?: boolean;
  /** Whether Hookdesk has edits that are not on disk. */
  held?: boolean;
  plan?: boolean;
  /** Whether a person confirms the loss. */
  goesOn?: boolean;
}

/** A guarded window. Its page always prevents the close, as a page with a pending edit does. */
function scene(given: Scene = {}) {
  const { closeQuits = true, isTaken = true, held = false, plan = false, goesOn = false } = given;
  const events: string[] = [];
  const losses: Loss[] = [];
  const core = {
    saveWindows: () => {
      events.push('save');
      return Promise.resolve(isTaken);
    },
    hasUnsavedEdits: () => held,
    hasRunningPlan: () => plan,
  };
  const confirm = (_window: BrowserWindow | null, loss: Loss): Promise<boolean> => {
    losses.push(loss);
    return Promise.resolve(goesOn);
  };
  const guard = new CloseGuard<BrowserWindow>({ app, core, closeQuits, confirm });
  const window = new BrowserWindow();
  window.webContents.preventsUnload = true;
  window.on('closed', () => events.push('closed'));
  app.on('will-quit', () => events.push('will-quit'));
  guard.guard(window);
  return { guard, window, events, losses };
}

/** Waits until all promises have settled. Nothing here waits for anything else. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test.each([
  [
    'the window is closed',
    (window: BrowserWindow) => {
      window.close();
    },
  ],
  [
    'Hookdesk quits',
    () => {
      app.quit();
    },
  ],
])('edits are saved when %s, and the first attempt succeeds', async (_how, leave) => {
  const { window, events, losses } = scene();
  leave(window);
  expect(window.isDestroyed()).toBe(false);
  await settled();
  expect({ events, losses }).toEqual({ events: ['save', 'closed', 'will-quit'], losses: [] });
});

describe('during a plan', () => {
  test.each([
    [
      'the window is closed',
      (window: BrowserWindow) => {
        window.close();
      },
    ],
    [
      'Hookdesk quits',
      () => {
        app.quit();
      },
    ],
  ])('a person must confirm the first time when %s', async (_how, leave) => {
    const { window, events, losses } = scene({ plan: true, goesOn: true });
    leave(window);
    await settled();
    expect(losses).toEqual([{ by: 'quit', edits: false, plan: true }]);
    expect(events).toEqual(['save', 'closed', 'will-quit']);
  });

  test('a person who stays must confirm again the next time', async () => {
    const { window, events, losses } = scene({ plan: true });
    window.close();
    await settled();
    app.quit();
    await settled();
    expect(losses).toHaveLength(2);
    expect(events).toEqual(['save', 'save']);
    expect(window.isDestroyed()).toBe(false);
  });

  test('on a Mac the window closes and the plan continues', async () => {
    const { window, events, losses } = scene({ closeQuits: false, plan: true });
    app.on('window-all-closed', () => undefined);
    window.close();
    await settled();
    expect({ events, losses }).toEqual({ events: ['save', 'closed'], losses: [] });
    app.quit();
    await settled();
    expect(losses).toEqual([{ by: 'quit', edits: false, plan: true }]);
  });
});

describe('when edits cannot be saved', () => {
  test.each([true, false])('a person decides; confirmed: %s', async (goesOn) => {
    const { window, losses } = scene({ isTaken: false, goesOn });
    window.close();
    await settled();
    expect(losses).toEqual([{ by: 'quit', edits: true, plan: false }]);
    expect(window.isDestroyed()).toBe(goesOn);
  });

  test('a second close does not open a second dialog', async () => {
    const { window, losses } = scene({ isTaken: false });
    window.close();
    window.close();
    app.quit();
    await settled();
    expect(losses).toHaveLength(1);
  });
});

describe('edits in Hookdesk that are not on disk', () => {
  test('are lost when Hookdesk exits, so a person must confirm', async () => {
    const { window, losses } = scene({ held: true });
    window.close();
    await settled();
    expect(losses).toEqual([{ by: 'quit', edits: true, plan: false }]);
    expect(window.isDestroyed()).toBe(false);
  });

  test('survive a reload, and a window that closes on a Mac', async () => {
    const { guard, window, events, losses } = scene({ closeQuits: false, held: true });
    app.on('window-all-closed', () => undefined);
    guard.reload();
    await settled();
    expect(window.webContents.reloads).toBe(1);
    window.close();
    await settled();
    expect({ losses, last: events.at(-1) }).toEqual({ losses: [], last: 'closed' });
  });
});

describe('reload', () => {
  test('saves the edits, reloads, and closes nothing', async () => {
    const { guard, window, events } = scene({ plan: true });
    guard.reload();
    expect(window.webContents.reloads).toBe(0);
    await settled();
    expect(window.webContents.reloads).toBe(1);
    expect(events).toEqual(['save']);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])('needs confirmation when edits cannot be saved; confirmed: %s', async (goesOn, reloads) => {
    const { guard, window, losses } = scene({ isTaken: false, goesOn });
    guard.reload();
    await settled();
    expect(losses).toEqual([{ by: 'reload', edits: true, plan: false }]);
    expect(window.webContents.reloads).toBe(reloads);
    expect(window.isDestroyed()).toBe(false);
  });

  test('by the page itself is not blocked', async () => {
    const { window } = scene();
    window.webContents.reload();
    await vi.waitFor(() => {
      expect(window.webContents.reloads).toBe(1);
    });
  });
});
