import type { BrowserWindow } from 'electron';

type ProgressWindow = Pick<BrowserWindow, 'setProgressBar'>;

/** Electron removes the progress for a negative value. */
const noProgress = -1;

/** Shows the progress of running plans on the icon of every window. */
export class TaskbarProgress {
  readonly #windows: () => readonly ProgressWindow[];
  #share: number | null = null;

  constructor(windows: () => readonly ProgressWindow[]) {
    this.#windows = windows;
  }

  /** @param share from 0 to 1; `null` when no plan runs */
  readonly show = (share: number | null): void => {
    this.#share = share;
    for (const window of this.#windows()) window.setProgressBar(share ?? noProgress);
  };

  /** For a window that opens while plans run. */
  showOn(window: ProgressWindow): void {
    if (this.#share !== null) window.setProgressBar(this.#share);
  }
}
