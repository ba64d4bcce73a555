import type { Rectangle } from 'electron';

/** Device-independent pixels; every screen still fits. */
export const smallestWindow = { width: 640, height: 400 };

const usualWindow = { width: 1360, height: 860 };

/** The part of the upper edge that must be on a display, so that a person can move the window. */
const graspable = { width: 160, height: 40 };

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
