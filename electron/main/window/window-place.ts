import Conf from 'conf';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const WindowPlace = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }),
  maximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof WindowPlace>;

export interface WindowMemory {
  recall(): WindowPlace | null;
  remember(place: WindowPlace): void;
}

/** The last place of the window, in a file of the data folder. */
export function windowMemory(dataFolder: string): WindowMemory {
  const file = new Conf<{ place?: unknown }>({
    cwd: dataFolder,
    configName: 'window',
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });
  return {
    recall: () => WindowPlace.safeParse(file.get('place')).data ?? null,
    remember: (place) => {
      file.set('place', place);
    },
  };
}

/** Device-independent pixels; every screen still fits. */
export const smallestWindow = { width: 640, height: 400 };

const usualWindow = { width: 1360, height: 860 };

/** The part of the upper edge that must be on a display, so that a person can move the window. */
const graspable = { width: 160, height: 40 };

/** The last place, fitted to the displays. Without `x` and `y` the system chooses the position. */
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
