import type { BrowserWindow } from 'electron';

type Window = Pick<BrowserWindow, 'setProgressBar'>;

const none = -1;

/** Shows the progress of running plans on the icon of every window. */
export class TaskbarProgress {
  readonly #windows: () => readonly Window[];
  #share: number | null = null;

  constructor(windows: () => readonly Window[]) {
    this.#windows = windows;
  }

  /** @param share from 0 to 1; `null` when no plan runs */
  readonly show = (share: number | null): void => {
    this.#share = share;
    for (const window of this.#windows()) window.setProgressBar(share ?? none);
  };

  showOn(window: Window): void {
    if (this.#share !== null) window.setProgressBar(this.#share);
  }
}
