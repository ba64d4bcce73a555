import { RowTicks } from './row-ticks.svelte.ts';

/** Ticks by key; none at first. */
export class Selection extends RowTicks<string> {
  constructor() {
    super(
      () => false,
      (key) => key,
    );
  }

  get size(): number {
    return this.others.size;
  }

  of(keys: readonly string[]): string[] {
    return keys.filter((key) => this.has(key));
  }

  only(keys: readonly string[]): void {
    this.replaceOthers(keys);
  }

  clear(): void {
    this.only([]);
  }
}
