import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in the unit of the limits: 10^6, not 2^20. */
const megabyte = 1e6;

/** Between two looks, in milliseconds. */
const interval = 10;

/**
 * How much more memory this process holds than when this was made, in MB of 10^6 bytes: all of its threads,
 * as the system counts it. What the collector has not come round to yet is counted too, and what was given
 * back to the engine and not to the system.
 *
 * What was left behind before is cleared away first: every reading of a list leaves a whole one behind, and
 * thirty readings of 10,000 webhooks, with no bundle anywhere, let the host grow by 200 to 250 MB until the
 * engine comes round to them.
 */
export class MemoryBeyondIdle {
  readonly #idle: number;
  readonly #most = new Map<string, number>();

  constructor() {
    clearAway();
    this.#idle = process.memoryUsage.rss();
  }

  /** Does some work, and looks again and again how much memory there is meanwhile. */
  async during<Result>(phase: string, work: () => Promise<Result>): Promise<Result> {
    const look = (): void => {
      const now = process.memoryUsage.rss();
      this.#most.set(phase, Math.max(this.#most.get(phase) ?? 0, now));
    };
    const looking = setInterval(look, interval);
    try {
      return await work();
    } finally {
      clearInterval(looking);
      look();
    }
  }

  /** The most that was seen in each phase. A turn of this thread that takes long is not looked into. */
  get byPhase(): [phase: string, megabytes: number][] {
    return [...this.#most].map(([phase, bytes]) => [phase, (bytes - this.#idle) / megabyte]);
  }

  /** The most since the process began, which the system notes without gaps. */
  get most(): number {
    return (highest() - this.#idle) / megabyte;
  }
}

/** Clears away what this thread does not need any more; other threads have their own. */
export function clearAway(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect !== 'function') throw new Error('The engine cannot be asked to clear away.');
  Reflect.apply(collect, undefined, []);
}

/** Bytes. What the system says elsewhere of a process counts who started it, if that was larger. */
function highest(): number {
  const status = '/proc/self/status';
  const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1];
  return Number(kibibytes ?? process.resourceUsage().maxRSS) * 1024;
}
