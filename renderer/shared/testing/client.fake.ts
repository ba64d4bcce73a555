import { AsyncIteratorClass } from '@orpc/contract';
import type { HookdeskClient } from '#contract/index.ts';
import type { ListEvent } from '#contract/webhooks.ts';

/** The client calls that a test implements; any other call throws. */
type Answers = { [Room in keyof HookdeskClient]?: Partial<HookdeskClient[Room]> };

/** A client with only the given calls. */
export function fakeClient(answers: Answers): HookdeskClient {
  const rooms = new Map<PropertyKey, object>(Object.entries(answers));
  const api = (name: PropertyKey): object =>
    new Proxy(rooms.get(name) ?? {}, {
      get: (target, call) => {
        const answer: unknown = Reflect.get(target, call);
        if (answer === undefined)
          throw new Error(`unexpected call ${String(name)}.${String(call)}`);
        return answer;
      },
    });
  // The proxy creates each API on access, so its type can only be asserted.
  return new Proxy({}, { get: (_target, name) => api(name) }) as HookdeskClient;
}

/** Wraps a generator in the stream class that the client library returns. */
export function streamOf<T>(
  events: AsyncGenerator<T, void, void>,
): AsyncIteratorClass<T, void, void> {
  return new AsyncIteratorClass(
    () => events.next(),
    async () => {
      await events.return();
    },
  );
}

/** A list response that waits for `go`, yields its events and then throws `failure`, if any. */
export class ListScript {
  readonly #events: ListEvent[];
  readonly #failure: Error | null;
  readonly #gate = Promise.withResolvers<undefined>();
  signal: AbortSignal | undefined;

  constructor(events: ListEvent[], failure: Error | null = null) {
    this.#events = events;
    this.#failure = failure;
  }

  /** Releases the events, also if it is called before `answer`. */
  go(): void {
    this.#gate.resolve(undefined);
  }

  /** Returns the event stream. An abort before `go` throws an `AbortError`, like the client. */
  answer(signal: AbortSignal | undefined): AsyncIteratorClass<ListEvent, void, void> {
    this.signal = signal;
    signal?.addEventListener('abort', () => {
      this.#gate.reject(new DOMException('stopped', 'AbortError'));
    });
    return streamOf(this.#run());
  }

  async *#run(): AsyncGenerator<ListEvent, void, void> {
    await this.#gate.promise;
    yield* this.#events;
    if (this.#failure !== null) throw this.#failure;
  }
}
