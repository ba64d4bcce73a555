import type { Received, ReceiverState } from '#contract/test-sends.ts';
import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import type { LocalReceiver, TestSendOutcome, TestSender } from '#core/ports.ts';

/** Records sent requests, and ends every test send with `outcome`. */
export class FakeTestSender implements TestSender {
  readonly sent: { request: DeliveryRequest; destination: 'target' | 'receiver' }[] = [];
  outcome: TestSendOutcome = {
    milliseconds: 12,
    answer: {
      status: 204,
      headers: [],
      body: { text: '', encoding: 'utf-8', bytes: 0, truncated: false },
    },
    problem: null,
  };
  send(request: DeliveryRequest, destination: 'target' | 'receiver'): Promise<TestSendOutcome> {
    this.sent.push({ request, destination });
    return Promise.resolve(this.outcome);
  }
}

/** A receiver without a server. */
export class FakeReceiver implements LocalReceiver {
  readonly listeners = new Set<() => void>();
  #state: ReceiverState = { address: null, status: 200, received: [] };
  state(): ReceiverState {
    return this.#state;
  }
  start(): Promise<ReceiverState> {
    return Promise.resolve(this.#change({ address: 'http://127.0.0.1:6000/' }));
  }
  stop(): Promise<ReceiverState> {
    return Promise.resolve(this.#change({ address: null }));
  }
  answerWith(status: number): ReceiverState {
    return this.#change({ status });
  }
  read(): Received | null {
    return null;
  }
  clear(): ReceiverState {
    return this.#change({ received: [] });
  }
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
  #change(change: Partial<ReceiverState>): ReceiverState {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.listeners) listener();
    return this.#state;
  }
}
