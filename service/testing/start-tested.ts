import { type RunningService, type ServiceOptions, startService as start } from '../start.ts';
import { newPlace, serverUrl } from './stored.ts';

export type { RunningService };

/** Starts a service; without a place for its data, on a new database of the engine under test. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const hasPlace = options.dataFile !== undefined || options.database !== undefined;
  if (hasPlace || serverUrl() === null) return start(options);
  const { location, remove } = await newPlace();
  const service = await start({ ...options, ...location });
  let closed: Promise<void> | null = null;
  return { ...service, close: () => (closed ??= service.close().then(remove)) };
}
