import { SvelteSet } from 'svelte/reactivity';

/** Which entries of a list are ticked, by their keys. */
export class Selection {
  readonly #keys = new SvelteSet<string>();
  /** The entry that was ticked last: where a range begins. */
  #anchor: string | null = null;

  get size(): number {
    return this.#keys.size;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Those of the list that are ticked, in its order. */
  of(keys: readonly string[]): string[] {
    return keys.filter((key) => this.#keys.has(key));
  }

  toggle(key: string): void {
    this.set([key], !this.#keys.has(key));
    this.#anchor = key;
  }

  /** Does to all between the entry ticked last and this one what a press on this one would do to it. */
  toggleTo(key: string, order: readonly string[]): void {
    const from = this.#anchor === null ? -1 : order.indexOf(this.#anchor);
    const to = order.indexOf(key);
    if (from < 0 || to < 0) {
      this.toggle(key);
      return;
    }
    this.set(order.slice(Math.min(from, to), Math.max(from, to) + 1), !this.#keys.has(key));
    this.#anchor = key;
  }

  set(keys: readonly string[], on: boolean): void {
    for (const key of keys) {
      if (on) this.#keys.add(key);
      else this.#keys.delete(key);
    }
  }

  /** Only these are ticked from now on. */
  only(keys: readonly string[]): void {
    this.clear();
    this.set(keys, true);
  }

  clear(): void {
    this.#keys.clear();
    this.#anchor = null;
  }
}
