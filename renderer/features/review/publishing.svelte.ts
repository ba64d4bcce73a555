import type { HookdeskClient } from '#contract/index.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { PublishEvent, PublishOutcome } from '#contract/publishing.ts';
import type { Problem } from '#domain/problem.ts';
import type { Draft } from '../../model/draft.svelte.ts';
import { problemOf } from '../../model/problem.ts';

type Step = Extract<PublishEvent, { kind: 'step' }>['step'];

/** One draft on its way to its installation: the request it makes, sending it, and what came of it. */
export class Publishing {
  readonly #client: HookdeskClient;
  readonly #draft: () => Draft;
  #sending: AbortController | null = null;
  #preview = 0;

  request = $state.raw<OutboundRequest | null>(null);
  step = $state<Step | null>(null);
  outcome = $state.raw<PublishOutcome | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** What ended with the problem. */
  failed = $state.raw<'preview' | 'publishing'>('preview');
  /** Publishing was stopped before anything was sent. */
  stopped = $state(false);

  /** `draft` says which one is meant now: a new webhook's becomes another once it has its id. */
  constructor(client: HookdeskClient, draft: () => Draft) {
    this.#client = client;
    this.#draft = draft;
  }

  /** Asks for the exact request that the draft makes as it stands. */
  async preview(): Promise<void> {
    const turn = ++this.#preview;
    try {
      const request = await this.#client.publishing.preview(this.#input());
      if (turn !== this.#preview) return;
      this.request = request;
      if (this.failed === 'preview') this.problem = null;
    } catch (error) {
      if (turn !== this.#preview) return;
      this.failed = 'preview';
      this.problem = problemOf(error);
    }
  }

  async publish(): Promise<PublishOutcome | null> {
    if (this.step !== null) return null;
    const sending = new AbortController();
    this.#sending = sending;
    this.clear();
    this.step = 'checking';
    this.failed = 'publishing';
    try {
      const { signal } = sending;
      for await (const event of await this.#client.publishing.publish(this.#input(), { signal })) {
        if (event.kind === 'outcome') this.outcome = event.outcome;
        else this.step = event.step;
      }
      return this.outcome;
    } catch (error) {
      if (sending.signal.aborted) this.stopped = true;
      else this.problem = problemOf(error);
      return null;
    } finally {
      this.step = null;
      this.#sending = null;
    }
  }

  /** Can be stopped as long as nothing has been sent. */
  get canStop(): boolean {
    return this.step === 'checking';
  }

  stop(): void {
    if (this.canStop) this.#sending?.abort();
  }

  clear(): void {
    this.outcome = null;
    this.problem = null;
    this.stopped = false;
  }

  #input(): { connectionId: string; base: Draft['base']; definition: Draft['definition'] } {
    const { connectionId, base, definition } = this.#draft();
    return { connectionId, base, definition };
  }
}
