import type { OpenDialogs } from '../workspace/open-dialogs.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { goTo, placeOf } from './place.ts';

/** Keeps the place of the window in its address, so that going back and reloading return to it. */
export class WindowHistory {
  readonly #workspace: Workspace;
  readonly #dialogs: OpenDialogs;
  /** Runs of `#go`, which may overlap: two quick steps back. */
  #going = 0;

  constructor(workspace: Workspace, dialogs: OpenDialogs) {
    this.#workspace = workspace;
    this.#dialogs = dialogs;
  }

  /** Goes to the place in the address, once the workspace is loaded. */
  open(): Promise<void> {
    return this.#go(window.location.hash);
  }

  /** @param place `null` for a place without an address */
  write(place: string | null): void {
    if (place === null || place === window.location.hash) return;
    if (this.#going > 0) window.history.replaceState(null, '', place);
    else window.history.pushState(null, '', place);
  }

  /** Handles the window's going back or forward. */
  async return(): Promise<void> {
    // A dialog belongs to the place where it was opened, so going back is undone.
    if (this.#dialogs.isCovered) this.write(placeOf(this.#workspace));
    else await this.#go(window.location.hash);
  }

  async #go(place: string): Promise<void> {
    this.#going += 1;
    try {
      await goTo(this.#workspace, place);
      this.write(placeOf(this.#workspace));
    } finally {
      this.#going -= 1;
    }
  }
}
