export class Selection {
  // One reactive set: a list of thousands must not track each key.
  #keys = $state.raw<ReadonlySet<string>>(new Set());
  #anchor: string | null = null;

  get size(): number {
    return this.#keys.size;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  of(keys: readonly string[]): string[] {
    return keys.filter((key) => this.#keys.has(key));
  }

  toggle(key: string): void {
    this.set([key], !this.#keys.has(key));
    this.#anchor = key;
  }

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
    const next = new Set(this.#keys);
    for (const key of keys) {
      if (on) next.add(key);
      else next.delete(key);
    }
    this.#keys = next;
  }

  only(keys: readonly string[]): void {
    this.#keys = new Set(keys);
    this.#anchor = null;
  }

  clear(): void {
    this.only([]);
  }
}
