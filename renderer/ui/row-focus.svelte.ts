import { tick } from 'svelte';
import type { VListHandle } from 'virtua/svelte';

/** Frames to wait until the list has measured a row. */
const maxFrames = 20;

/**
 * A virtual list hides a new row until it has measured it, and a hidden row takes no focus.
 * The old row stays drawn until then; otherwise the focus and the next keys would be lost.
 */
export class RowFocus {
  /** The row that has the focus while it moves. */
  #leaving = $state<number | null>(null);
  #lastMove = 0;

  /** For the list's `keepMounted`. @param at the row that Tab reaches; -1 for none */
  mountedRows(at: number): number[] {
    const rows = this.#leaving === null ? [at] : [at, this.#leaving];
    return rows.filter((row) => row >= 0);
  }

  /** @param find returns the element to focus, once it is drawn */
  async move(
    list: VListHandle | undefined,
    from: number,
    to: number,
    find: () => HTMLElement | null | undefined,
  ): Promise<void> {
    const move = (this.#lastMove += 1);
    this.#leaving ??= from;
    await tick();
    if (to >= 0) list?.scrollToIndex(to, { align: 'nearest' });
    for (let frame = 0; frame < maxFrames; frame += 1) {
      await tick();
      // The user pressed another key in the meantime.
      if (move !== this.#lastMove) return;
      const row = find();
      row?.focus();
      if (row === document.activeElement) break;
      await new Promise(requestAnimationFrame);
    }
    if (move === this.#lastMove) this.#leaving = null;
  }
}
