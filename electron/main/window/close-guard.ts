import type { Core } from '#core/core.ts';

interface Preventable {
  preventDefault(): void;
}

export interface GuardedWindow {
  readonly webContents: {
    on(event: 'will-prevent-unload', listener: (event: Preventable) => void): unknown;
    reload(): void;
  };
  on(event: 'close', listener: (event: Preventable) => void): unknown;
  close(): void;
  isDestroyed(): boolean;
}

/** What leaving would lose: unsaved edits, a running plan. */
export interface Loss {
  readonly by: 'quit' | 'close' | 'reload';
  readonly edits: boolean;
  readonly plan: boolean;
}

export interface CloseGuardNeeds<Window> {
  readonly app: {
    on(event: 'before-quit', listener: (event: Preventable) => void): unknown;
    quit(): void;
  };
  readonly core: Pick<Core, 'saveWindows' | 'hasUnsavedEdits' | 'hasRunningPlan'>;
  readonly closeQuits: boolean;
  /** Resolves with whether to proceed. `window` is `null` if none is open. */
  readonly confirm: (window: Window | null, loss: Loss) => Promise<boolean>;
}

/**
 * Asks before a close, reload or quit that loses edits or stops a plan. Runs in the main process, because
 * `beforeunload` does not tell closing from reloading.
 */
export class CloseGuard<Window extends GuardedWindow> {
  readonly #needs: CloseGuardNeeds<Window>;
  readonly #mayClose = new WeakSet<Window>();
  #window: Window | null = null;
  #mayQuit = false;
  #isAsking = false;

  constructor(needs: CloseGuardNeeds<Window>) {
    this.#needs = needs;
    needs.app.on('before-quit', (event) => {
      if (this.#mayQuit) return;
      event.preventDefault();
      void this.#leave('quit');
    });
  }

  guard(window: Window): void {
    this.#window = window;
    window.on('close', (event) => {
      if (this.#mayQuit || this.#mayClose.has(window)) return;
      event.preventDefault();
      void this.#leave(this.#needs.closeQuits ? 'quit' : 'close');
    });
    // Preventing this makes Electron ignore the page's `beforeunload`.
    window.webContents.on('will-prevent-unload', (event) => {
      event.preventDefault();
    });
  }

  readonly reload = (): void => {
    void this.#leave('reload');
  };

  async #leave(by: Loss['by']): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      if (await this.#mayLeave(by)) this.#leaveNow(by);
    } finally {
      this.#isAsking = false;
    }
  }

  async #mayLeave(by: Loss['by']): Promise<boolean> {
    const { core, confirm } = this.#needs;
    const areEditsSaved = await core.saveWindows();
    // Edits that the core holds are lost only on quit.
    const edits = !areEditsSaved || (by === 'quit' && core.hasUnsavedEdits());
    const plan = by === 'quit' && core.hasRunningPlan();
    return (!edits && !plan) || (await confirm(this.#openWindow, { by, edits, plan }));
  }

  #leaveNow(by: Loss['by']): void {
    if (by === 'quit') {
      this.#mayQuit = true;
      this.#needs.app.quit();
      return;
    }
    const window = this.#openWindow;
    if (window === null) return;
    if (by === 'reload') {
      window.webContents.reload();
      return;
    }
    this.#mayClose.add(window);
    window.close();
  }

  get #openWindow(): Window | null {
    return this.#window?.isDestroyed() === false ? this.#window : null;
  }
}
