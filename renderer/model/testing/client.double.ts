import type { HookdeskClient, ListEvent } from '#contract/index.ts';

/** The calls of the client that a test answers itself; any other call fails the test. */
type Answers = { [Room in keyof HookdeskClient]?: Partial<HookdeskClient[Room]> };

/** A client that answers only what a test says. */
export function clientDouble(answers: Answers): HookdeskClient {
  const rooms = new Map<PropertyKey, object>(Object.entries(answers));
  const room = (name: PropertyKey): object =>
    new Proxy(rooms.get(name) ?? {}, {
      get: (target, call) => {
        const answer: unknown = Reflect.get(target, call);
        if (answer === undefined)
          throw new Error(`unexpected call ${String(name)}.${String(call)}`);
        return answer;
      },
    });
  // A proxy stands for every room of the client; its type can only be asserted.
  return new Proxy({}, { get: (_target, name) => room(name) }) as HookdeskClient;
}

/** The events of a list that a test lets through one by one. */
export class ListScript {
  readonly #events: ListEvent[];
  #release: (() => void)[] = [];
  signal: AbortSignal | undefined;

  constructor(events: ListEvent[]) {
    this.#events = events;
  }

  /** Lets everything through that waits. */
  go(): void {
    for (const release of this.#release.splice(0)) release();
  }

  async *run(signal: AbortSignal | undefined): AsyncGenerator<ListEvent, void, void> {
    this.signal = signal;
    await new Promise<void>((resolve, reject) => {
      this.#release.push(resolve);
      signal?.addEventListener('abort', () => {
        reject(new DOMException('stopped', 'AbortError'));
      });
    });
    yield* this.#events;
  }
}
