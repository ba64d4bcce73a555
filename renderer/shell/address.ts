import type { OpenDialogs } from '../workspace/open-dialogs.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { goTo, placeOf } from './place.ts';

/** Keeps the place of the window in its address, so that going back and reloading return to it. */
export class Address {
  readonly #workspace: Workspace;
  readonly #dialogs: OpenDialogs;
  #isGoing = false;

  constructor(workspace: Workspace, dialogs: OpenDialogs) {
    this.#workspace = workspace;
    this.#dialogs = dialogs;
  }

  /** Goes to the place in the address, once the workspace is loaded. */
  open(): Promise<void> {
    return this.#go(window.location.hash);
  }

  show(place: string | null): void {
    if (place === null || place === window.location.hash) return;
    if (this.#isGoing) window.history.replaceState(null, '', place);
    else window.history.pushState(null, '', place);
  }

  /** Handles the window's going back or forward. */
  async return(): Promise<void> {
    // A dialog belongs to the place where it was opened.
    if (this.#dialogs.isCovered) this.show(placeOf(this.#workspace));
    else await this.#go(window.location.hash);
  }

  async #go(place: string): Promise<void> {
    this.#isGoing = true;
    try {
      await goTo(this.#workspace, place);
      this.show(placeOf(this.#workspace));
    } finally {
      this.#isGoing = false;
    }
  }
}
