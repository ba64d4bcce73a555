import { RowTicks } from './row-ticks.svelte.ts';

/** Ticks by key; none at first. */
export class Selection extends RowTicks<string> {
  constructor() {
    super(
      () => false,
      (key) => key,
    );
  }

  get ids(): ReadonlySet<string> {
    return this.others;
  }

  get size(): number {
    return this.others.size;
  }

  of(keys: readonly string[]): string[] {
    return keys.filter((key) => this.has(key));
  }

  only(keys: readonly string[]): void {
    this.others = new Set(keys);
    this.anchor = null;
  }

  clear(): void {
    this.only([]);
  }

  /** Adds the range from the last ticked key; the range starts there until another one is ticked. */
  through(key: string, order: readonly string[]): void {
    const range = this.rangeTo(key, order) ?? (order.includes(key) ? [key] : []);
    if (range.length === 0) return;
    this.others = new Set([...this.others, ...range]);
    this.anchor ??= key;
  }

  /** Selects all of `keys`, or deselects them if all are selected. Others keep their state. */
  all(keys: readonly string[]): void {
    this.set(keys, !keys.every((key) => this.has(key)));
  }

  retain(keys: readonly string[]): void {
    if (this.size === 0) return;
    const present = new Set(keys);
    const remaining = [...this.others].filter((key) => present.has(key));
    if (remaining.length < this.size) this.others = new Set(remaining);
  }
}
