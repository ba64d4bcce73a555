import type { Rectangle } from 'electron';

/** Device-independent pixels; every screen still fits. */
export const smallestWindow = { width: 640, height: 400 };

const usualWindow = { width: 1360, height: 860 };

/** The part of the upper edge that must be on a display, so that a person can move the window. */
const graspable = { width: 160, height: 40 };

export function placeWindow(
  lastBounds: Rectangle | null,
  workAreas: readonly Rectangle[],
): { width: number; height: number } | Rectangle {
  if (lastBounds === null) return usualWindow;
  const lastArea = workAreas.find((workArea) => isGraspable(lastBounds, workArea));
  const area = lastArea ?? workAreas[0] ?? { ...usualWindow, x: 0, y: 0 };
  const size = {
    width: Math.max(smallestWindow.width, Math.min(lastBounds.width, area.width)),
    height: Math.max(smallestWindow.height, Math.min(lastBounds.height, area.height)),
  };
  return lastArea === undefined ? size : { ...size, x: lastBounds.x, y: lastBounds.y };
}

function isGraspable(window: Rectangle, area: Rectangle): boolean {
  const across =
    Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const down = area.y + area.height - window.y;
  return across >= graspable.width && window.y >= area.y && down >= graspable.height;
}
