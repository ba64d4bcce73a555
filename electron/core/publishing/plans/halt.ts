/** Why a run begins nothing more. */
export type HaltReason = 'stopped' | 'cancelled' | 'closing';

/** Whether a run still begins requests, for all installations of a plan. The first reason counts. */
export class Halt {
  #reason: HaltReason | null = null;

  get reason(): HaltReason | null {
    return this.#reason;
  }

  halt(reason: HaltReason): void {
    this.#reason ??= reason;
  }
}
