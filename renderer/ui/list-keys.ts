interface Position {
  /** -1 if no row is selected. */
  readonly at: number;
  readonly count: number;
  /** Rows of a page. */
  readonly page: number;
}

/** `null` for a key that moves nowhere. */
export function rowAfter(key: string, { at, count, page }: Position): number | null {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, to));
}

/** One row of the previous page stays visible. */
export const pageOf = (height: number, rowHeight: number): number =>
  Math.max(1, Math.floor(height / rowHeight) - 1);
