export class Ticks {
  #ids = $state.raw<ReadonlySet<string>>(new Set());
  #anchor: string | null = null;

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  toggle(id: string): void {
    const next = new Set(this.#ids);
    if (!next.delete(id)) next.add(id);
    this.#ids = next;
    this.#anchor = id;
  }

  through(id: string, list: readonly string[]): void {
    const to = list.indexOf(id);
    const from = this.#anchor === null ? to : list.indexOf(this.#anchor);
    if (to < 0) return;
    const start = from < 0 ? to : from;
    const range = list.slice(Math.min(start, to), Math.max(start, to) + 1);
    this.#ids = new Set([...this.#ids, ...range]);
    this.#anchor ??= id;
  }

  all(list: readonly string[]): void {
    const whole = list.every((id) => this.#ids.has(id)) && list.length === this.#ids.size;
    this.#ids = new Set(whole ? [] : list);
  }

  clear(): void {
    this.#ids = new Set();
    this.#anchor = null;
  }

  retain(list: readonly string[]): void {
    if (this.#ids.size === 0) return;
    const present = new Set(list);
    const remaining = [...this.#ids].filter((id) => present.has(id));
    if (remaining.length < this.#ids.size) this.#ids = new Set(remaining);
  }
}
