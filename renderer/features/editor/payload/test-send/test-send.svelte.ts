import type { HookdeskClient } from '#contract/index.ts';
import type {
  Received,
  ReceiverState,
  TestSendResult,
  TestSendSummary,
} from '#contract/test-sends.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../../../shared/problem.ts';
import { hostOf } from '#domain/text/host-of.ts';
import type { PayloadView } from '../payload-view.svelte.ts';

export class TestSend {
  readonly #client: HookdeskClient;
  readonly #view: PayloadView;
  #sending = $state.raw<AbortController | null>(null);
  readonly #watching = new AbortController();

  to = $state<'receiver' | 'target'>('receiver');
  readonly isSending = $derived(this.#sending !== null);
  result = $state.raw<TestSendResult | null>(null);
  problem = $state.raw<Problem | null>(null);
  last = $state.raw<readonly TestSendSummary[]>([]);
  receiver = $state.raw<ReceiverState | null>(null);
  received = $state.raw<Received | null>(null);

  readonly host = $derived.by(() => hostOf(this.#view.draft.fields.url));
  /** Of the webhook's URL; empty if it is incomplete. */
  readonly origin = $derived.by(() => {
    const { url } = this.#view.draft.fields;
    return URL.canParse(url) ? new URL(url).origin : '';
  });

  constructor(client: HookdeskClient, view: PayloadView) {
    this.#client = client;
    this.#view = view;
  }

  async open(): Promise<void> {
    void this.#watch();
    await this.#try(() => this.#list());
  }

  close(): void {
    this.stop();
    this.#watching.abort();
  }

  stop(): void {
    this.#sending?.abort();
  }

  async send(): Promise<void> {
    const { draft, event, values, memory } = this.#view;
    const sending = new AbortController();
    this.#sending = sending;
    // The last answer stays until the next one is there, so that nothing moves.
    const last = this.result;
    await this.#try(async () => {
      const { to, host } = this;
      const result = await this.#client.testSends.send(
        {
          connectionId: draft.connectionId,
          webhookId: draft.base?.id ?? null,
          definition: draft.definition,
          values: { ...values },
          rules: memory.rules,
          scenario: event?.title ?? '',
          destination: to === 'target' ? { kind: 'target', host } : { kind: 'receiver' },
        },
        { signal: sending.signal },
      );
      try {
        if (to === 'receiver') await this.#showNewest();
      } finally {
        // After the received request, below which it stands.
        this.result = result;
      }
    });
    if (this.result === last) {
      this.result = null;
      this.received = null;
    } else if (this.to === 'target') this.received = null;
    this.#sending = null;
    await this.#try(() => this.#list(), false);
  }

  async changeReceiver(
    change: (receiver: HookdeskClient['receiver']) => Promise<ReceiverState>,
  ): Promise<void> {
    await this.#try(async () => {
      this.receiver = await change(this.#client.receiver);
    });
  }

  async clearReceived(): Promise<void> {
    await this.changeReceiver((receiver) => receiver.clear());
    if (this.problem === null) this.received = null;
  }

  async show(receivedId: number): Promise<void> {
    await this.#try(async () => {
      this.received = await this.#client.receiver.read({ receivedId });
    });
  }

  /** Asks the receiver, because its watch events may arrive later. */
  async #showNewest(): Promise<void> {
    this.receiver = await this.#client.receiver.start();
    const [newest] = this.receiver.received;
    if (newest !== undefined) await this.show(newest.id);
  }

  async #list(): Promise<void> {
    const { connectionId } = this.#view.draft;
    this.last = await this.#client.testSends.list({ connectionId });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#watching;
    try {
      for await (const state of await this.#client.receiver.watch(undefined, { signal })) {
        this.receiver = state;
      }
    } catch (error) {
      if (!signal.aborted) this.problem = problemOf(error);
    }
  }

  async #try(work: () => Promise<void>, clears = true): Promise<void> {
    try {
      await work();
      if (clears) this.problem = null;
    } catch (error) {
      this.problem = problemOf(error);
    }
  }
}
