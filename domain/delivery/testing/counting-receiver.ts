import { type Got, startReceiver } from '../../../service/testing/receiver.ts';

/** A receiver on loopback that counts its requests. */
export interface CountingReceiver {
  /** Origin, such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly got: readonly Got[];
  /** Resolves when `count` requests have arrived in total. */
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

/** Headers that the HTTP client or the service adds itself. */
const callersOwn = /^(?:host|connection|content-length|user-agent|accept|idempotency-key)$/i;

/** The headers of the webhook in a request, in their order. */
export function webhookHeaders({ headers }: Got): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    // Node decodes headers as Latin-1. The sender encodes them as UTF-8.
    const value = Buffer.from(headers[index + 1] ?? '', 'latin1').toString();
    if (!callersOwn.test(name)) found.push({ name, value });
  }
  return found;
}

/** Path and query, as in the request line. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
