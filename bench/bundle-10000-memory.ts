import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in the unit of the limits: 10^6, not 2^20. */
const megabyte = 1e6;

/** Milliseconds between two samples. */
const interval = 10;

/**
 * Measures the growth of the resident memory since the constructor ran, in MB of 10^6 bytes.
 * Includes all threads and uncollected garbage. The constructor collects earlier garbage: 30 reads
 * of 10,000 webhooks leave 200 to 250 MB.
 */
export class MemoryBeyondIdle {
  readonly #idle: number;
  readonly #most = new Map<string, number>();

  constructor() {
    clearAway();
    this.#idle = process.memoryUsage.rss();
  }

  /** Samples the memory while `work` runs. */
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

  /** The largest sample of each phase. A long task of this thread delays samples. */
  get byPhase(): [phase: string, megabytes: number][] {
    return [...this.#most].map(([phase, bytes]) => [phase, (bytes - this.#idle) / megabyte]);
  }

  /** The peak since the process started, as the system reports it, in MB. */
  get most(): number {
    return (highest() - this.#idle) / megabyte;
  }
}

/** Collects the garbage of this thread; other threads have their own heap. */
export function clearAway(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect !== 'function') throw new Error('The engine offers no garbage collection.');
  Reflect.apply(collect, undefined, []);
}

/** Bytes. `maxRSS` includes the parent process if that was larger, so `VmHWM` comes first. */
function highest(): number {
  const status = '/proc/self/status';
  const text = existsSync(status) ? readFileSync(status, 'utf8') : '';
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1];
  return Number(kibibytes ?? process.resourceUsage().maxRSS) * 1024;
}
