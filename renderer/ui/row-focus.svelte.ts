import { tick } from 'svelte';
import type { VListHandle } from 'virtua/svelte';

/** So many frames a row may take until the list has measured it. */
const patience = 20;

/**
 * Takes the focus from row to row of a virtual list. A row that comes into sight is hidden until the list
 * has measured it, a frame or two later, and takes no focus before that. Until then the row that has it
 * stays drawn: otherwise the focus would be gone with it, and the keys that follow would go nowhere.
 */
export class RowFocus {
  /** The row that has the focus while another is to take it. */
  #leaving = $state<number | null>(null);
  #turn = 0;

  /** For the list's `keepMounted`; `at` is the row that Tab comes to, -1 where there is none. */
  kept(at: number): number[] {
    const rows = this.#leaving === null ? [at] : [at, this.#leaving];
    return rows.filter((row) => row >= 0);
  }

  /**
   * Goes on to another row, which is the one for {@link kept} by now.
   *
   * @param find what takes the focus, once it is drawn
   */
  async move(
    list: VListHandle | undefined,
    from: number,
    to: number,
    find: () => HTMLElement | null | undefined,
  ): Promise<void> {
    const turn = (this.#turn += 1);
    this.#leaving ??= from;
    await tick();
    if (to >= 0) list?.scrollToIndex(to, { align: 'nearest' });
    for (let frame = 0; frame < patience; frame += 1) {
      await tick();
      // The next key was pressed meanwhile.
      if (turn !== this.#turn) return;
      const row = find();
      row?.focus();
      if (row === document.activeElement) break;
      await new Promise(requestAnimationFrame);
    }
    if (turn === this.#turn) this.#leaving = null;
  }
}
