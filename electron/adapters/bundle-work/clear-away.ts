import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Has the engine clear away what the step before left behind, which is as large as what it worked on; left
 * to itself, the engine waits until there is several times as much. It takes a tenth of a second where a
 * file is long, so it is for the thread beside the host alone.
 */
export function clearAway(): void {
  collect ??= collector();
  collect();
}

let collect: (() => void) | null = null;

/** Node gives the function to none but new contexts once the flag is set. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  if (typeof found !== 'function') return () => undefined;
  return () => {
    Reflect.apply(found, undefined, []);
  };
}
