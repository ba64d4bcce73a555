import type { Rectangle } from 'electron';

/** The smallest window in which every screen still fits, in device-independent pixels. */
export const smallestWindow = { width: 960, height: 600 };

const usualWindow = { width: 1360, height: 860 };

/** So much of a window's upper edge must be on a display that it can be grasped and moved. */
const graspable = { width: 160, height: 40 };

/**
 * Where a window is put: as it was left, if it can be seen and grasped there on today's displays;
 * else in the usual size, or the one it had, wherever the system puts it.
 * @param workAreas the displays' areas without task bars.
 */
export function placeWindow(
  left: Rectangle | null,
  workAreas: readonly Rectangle[],
): { width: number; height: number } | Rectangle {
  if (left === null) return usualWindow;
  const home = workAreas.find((area) => isGraspable(left, area));
  const room = home ?? workAreas[0] ?? { ...usualWindow, x: 0, y: 0 };
  const size = {
    width: Math.max(smallestWindow.width, Math.min(left.width, room.width)),
    height: Math.max(smallestWindow.height, Math.min(left.height, room.height)),
  };
  return home === undefined ? size : { ...size, x: left.x, y: left.y };
}

function isGraspable(window: Rectangle, area: Rectangle): boolean {
  const across =
    Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const down = area.y + area.height - window.y;
  return across >= graspable.width && window.y >= area.y && down >= graspable.height;
}
