import { AsyncIteratorClass } from '@orpc/contract';
import type { HookdeskClient } from '#contract/index.ts';
import type { ListEvent } from '#contract/webhooks.ts';

/** The calls of the client that a test answers itself; any other call fails the test. */
type Answers = { [Room in keyof HookdeskClient]?: Partial<HookdeskClient[Room]> };

/** A client that answers only what a test says. */
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
  // A proxy stands for every api of the client; its type can only be asserted.
  return new Proxy({}, { get: (_target, name) => api(name) }) as HookdeskClient;
}

/** A stream as the client has it: the library's own class, which a generator is not. */
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

/** The events of a list, held back until the test lets them through; then the failure, if any. */
export class ListScript {
  readonly #events: ListEvent[];
  readonly #failure: Error | null;
  readonly #gate = Promise.withResolvers<undefined>();
  signal: AbortSignal | undefined;

  constructor(events: ListEvent[], failure: Error | null = null) {
    this.#events = events;
    this.#failure = failure;
  }

  /** Lets everything through, now or once it is asked for. */
  go(): void {
    this.#gate.resolve(undefined);
  }

  /** The answer to one reading; aborting it ends it as the client does. */
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
