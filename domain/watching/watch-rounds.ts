import type { Problem } from '../problem.ts';
import {
  afterFailure,
  afterReading,
  afterSkipping,
  isDue,
  isStatusToTell,
  unreadInstallation,
  type WatchedInstallation,
  type WatchStatus,
} from './watch-backoff.ts';

interface Reading {
  /** Time of the list on the disk, or now. */
  readonly readAt: Date | null;
  /** `null` when the installation was read now. */
  readonly problem: Pick<Problem, 'code'> | null;
}

interface StatusToTell {
  readonly status: WatchStatus;
  readonly readAt: Date | null;
}

const millisecondsPerMinute = 60_000;

/** A round begins up to a tenth of its length earlier or later, so that many watches do not read at once. */
const jitter = 0.1;

/**
 * Decides when a round begins, which installations it reads, and which status it reports. How long it leaves out one
 * that cannot be read is decided by `afterFailure`.
 */
export class WatchRounds {
  readonly #minutes: number;
  readonly #begun: number | null;
  readonly #watched = new Map<string, WatchedInstallation>();
  #roundAt = 0;

  /** @param begun `null` when the times of unchanged lists are stored */
  constructor(minutes: number, begun: Date | null) {
    this.#minutes = minutes;
    this.#begun = begun?.getTime() ?? null;
  }

  /** Also when the clock was set back, so that the round would begin much later than planned. */
  isDue(now: Date): boolean {
    const left = this.#roundAt - now.getTime();
    return left <= 0 || left > this.#minutes * millisecondsPerMinute * (1 + jitter);
  }

  /** @param random from 0 to 1. @returns the installations to read in this round */
  begin(ids: readonly string[], now: Date, random: number): string[] {
    const length = this.#minutes * millisecondsPerMinute * (1 - jitter + 2 * jitter * random);
    this.#roundAt = now.getTime() + length;
    const due = ids.filter((id) => isDue(this.of(id)));
    for (const id of ids) if (!due.includes(id)) this.#watched.set(id, afterSkipping(this.of(id)));
    return due;
  }

  /** @returns `null` when there is nothing to tell */
  note(id: string, { readAt, problem }: Reading, now: Date): StatusToTell | null {
    const before = this.of(id);
    const after =
      problem === null
        ? afterReading(now.getTime())
        : afterFailure(before, {
            problem,
            storedAt: readAt?.getTime() ?? null,
            begun: this.#begun,
            now: now.getTime(),
            minutes: this.#minutes,
          });
    this.#watched.set(id, after);
    if (!isStatusToTell(before.status, after.status)) return null;
    return {
      status: after.status,
      readAt: after.readAt === null ? null : new Date(after.readAt),
    };
  }

  /** What the watch knows of an installation. */
  of(id: string): WatchedInstallation {
    return this.#watched.get(id) ?? unreadInstallation;
  }

  /** Forgets failures and a refused sign-in, so that the next round reads the installation. */
  startAnew(id: string): void {
    const { readAt } = this.of(id);
    this.#watched.set(id, { ...unreadInstallation, readAt });
  }

  /** Whether each installation needs a sign-in. */
  get isStopped(): boolean {
    const all = [...this.#watched.values()];
    return all.length > 0 && all.every(({ status }) => status === 'stopped');
  }
}
