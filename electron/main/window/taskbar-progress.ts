import type { BrowserWindow } from 'electron';

type Window = Pick<BrowserWindow, 'setProgressBar'>;

/** What Electron takes for: there is nothing to show. */
const none = -1;

/** How far plans have come, on the window's place in the taskbar or dock. */
export class TaskbarProgress {
  readonly #windows: () => readonly Window[];
  #share: number | null = null;

  /** @param windows those that are open now */
  constructor(windows: () => readonly Window[]) {
    this.#windows = windows;
  }

  /** @param share from 0 to 1; `null` once nothing is carried out */
  readonly show = (share: number | null): void => {
    this.#share = share;
    for (const window of this.#windows()) window.setProgressBar(share ?? none);
  };

  /** On a window that has just been opened. */
  showOn(window: Window): void {
    if (this.#share !== null) window.setProgressBar(this.#share);
  }
}
