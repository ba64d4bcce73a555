/** Percent of the window's width. */
export interface PaneSizes {
  readonly sidebar: number;
  readonly list: number;
  readonly side: number;
}

/** Which panes are shown; the list always is. */
export interface ShownPanes {
  readonly sidebar: boolean;
  readonly side: boolean;
}

/** Pixels that sidebar and list need at most; a wider window gives the rest to the side pane. */
const widest = { sidebar: 240, list: 640 };

/** @param width of the window, in pixels */
export function defaultSizes(width: number): PaneSizes {
  const sidebar = Math.min(16, (widest.sidebar / width) * 100);
  const list = Math.min(44, (widest.list / width) * 100);
  return { sidebar, list, side: 100 - sidebar - list };
}

/** @param stored sidebar and list, in percent of the window */
export function sizesFrom(stored: readonly number[] | null, width: number): PaneSizes {
  const [sidebar, list] = stored ?? [];
  if (sidebar === undefined || list === undefined || sidebar + list >= 100) {
    return defaultSizes(width);
  }
  return { sidebar, list, side: 100 - sidebar - list };
}

/** The sizes of the shown panes, which share the whole width. */
export function shownSizes({ sidebar, list, side }: PaneSizes, shown: ShownPanes): PaneSizes {
  const left = shown.sidebar ? sidebar : 0;
  const listShare = shown.side ? list / (list + side) : 1;
  return {
    sidebar: left,
    list: (100 - left) * listShare,
    side: (100 - left) * (1 - listShare),
  };
}

/** Hidden panes keep their share. @param layout percent of each shown pane, from left to right */
export function afterDrag(
  before: PaneSizes,
  shown: ShownPanes,
  layout: readonly number[],
): PaneSizes {
  const sidebar = shown.sidebar ? (layout[0] ?? before.sidebar) : before.sidebar;
  const [list, side] = shown.side ? layout.slice(-2) : [before.list, before.side];
  if (list === undefined || side === undefined || list + side === 0) return before;
  const share = (100 - sidebar) / (list + side);
  return { sidebar, list: list * share, side: side * share };
}
