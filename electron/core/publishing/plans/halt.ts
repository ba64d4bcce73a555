import type { RowResult, RunOptions } from '#domain/publishing/plan.ts';

/** `stopped` by a failure, `cancelled` by a person, or Hookdesk is `closing`. */
type HaltReason = 'stopped' | 'cancelled' | 'closing';

/**
 * Stops a plan on all its installations: no more rows are sent, and sent requests continue to their outcome. The
 * first reason stays.
 */
export class Halt {
  readonly #stopsOnFailure: boolean;
  #reason: HaltReason | null = null;
  readonly #halted = new AbortController();

  constructor({ onFailure }: Pick<RunOptions, 'onFailure'>) {
    this.#stopsOnFailure = onFailure === 'stop';
  }

  get reason(): HaltReason | null {
    return this.#reason;
  }

  halt(reason: HaltReason): void {
    this.#reason ??= reason;
    this.#halted.abort();
  }

  /** Halts after a failed row, unless the plan goes on then. */
  haltAfter(result: RowResult): void {
    if (this.#stopsOnFailure && isFailure(result)) this.halt('stopped');
  }

  get signal(): AbortSignal {
    return this.#halted.signal;
  }
}

const isFailure = ({ outcome }: RowResult): boolean =>
  outcome === 'failed' || outcome === 'differs' || outcome === 'unknown';
