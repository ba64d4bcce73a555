/** The first and last row of a list, and those a page away, by the keys that lead there. */
interface Place {
  /** -1 where no row is chosen. */
  readonly at: number;
  readonly count: number;
  /** Rows of a page. */
  readonly page: number;
}

/** Where a key leads in a list; `null` for a key that leads nowhere. */
export function rowAfter(key: string, { at, count, page }: Place): number | null {
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

/** Rows of a page: all that are in sight but one, which stays in sight. */
export const pageOf = (height: number, rowHeight: number): number =>
  Math.max(1, Math.floor(height / rowHeight) - 1);
