import type { CertificateView } from '#contract/connections.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../../shared/problem.ts';

export class CertificateLook {
  readonly #see: (signal: AbortSignal) => Promise<CertificateView>;
  readonly #alone: boolean;
  #looking: AbortController | null = null;

  view = $state.raw<CertificateView | null>(null);
  problem = $state.raw<Problem | null>(null);
  trusting = $state(false);

  /** A weak key can be forged, so it is never trusted. A trusted certificate needs no pin. */
  readonly canBeTrusted: boolean = $derived.by(() => {
    if (this.view === null || this.view.doubts.includes('weak')) return false;
    return this.#alone || !this.view.trusted;
  });

  /** @param alone whether it can be pinned although the system already trusts it */
  constructor(
    see: (signal: AbortSignal) => Promise<CertificateView>,
    { alone = false }: { alone?: boolean } = {},
  ) {
    this.#see = see;
    this.#alone = alone;
  }

  async look(): Promise<void> {
    this.#looking?.abort();
    const looking = new AbortController();
    this.#looking = looking;
    this.view = null;
    this.problem = null;
    try {
      const view = await this.#see(looking.signal);
      if (!looking.signal.aborted) this.view = view;
    } catch (error) {
      if (!looking.signal.aborted) this.problem = problemOf(error);
    }
  }

  async trust(decide: (view: CertificateView) => Promise<void> | void): Promise<boolean> {
    const { view } = this;
    if (view === null) return false;
    this.problem = null;
    this.trusting = true;
    try {
      await decide(view);
      return true;
    } catch (error) {
      this.problem = problemOf(error);
      return false;
    } finally {
      this.trusting = false;
    }
  }

  stop(): void {
    this.#looking?.abort();
  }
}
