import Conf from 'conf';
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
