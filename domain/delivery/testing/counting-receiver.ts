import { type Got, startReceiver } from '../../../service/testing/receiver.ts';

/** A receiver on loopback that can be waited for. */
export interface CountingReceiver {
  /** Origin, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly got: readonly Got[];
  /** Resolves once so many requests have come altogether. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startCountingReceiver(): Promise<CountingReceiver> {
  const waiting = new Map<number, () => void>();
  let count = 0;
  const receiver = await startReceiver((response) => {
    response.end();
    count += 1;
    waiting.get(count)?.();
  });
  return {
    origin: `http://127.0.0.1:${receiver.port}`,
    got: receiver.got,
    arrived: (wanted) =>
      new Promise((resolve) => {
        if (count >= wanted) resolve();
        else waiting.set(wanted, resolve);
      }),
    close: () => receiver.close(),
  };
}

/** Names of headers that belong to a connection, or that say who is calling. */
const callersOwn = /^(?:host|connection|content-length|user-agent|accept)$/i;

/** The headers of a request that are not the caller's own, in their order, as they were meant. */
export function webhookHeaders({ headers }: Got): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    // On the wire a header is bytes, here those of UTF-8.
    const value = Buffer.from(headers[index + 1] ?? '', 'latin1').toString();
    if (!callersOwn.test(name)) found.push({ name, value });
  }
  return found;
}

/** What of a URL is in the first line of a request. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
