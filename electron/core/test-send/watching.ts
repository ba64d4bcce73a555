import type { Received, ReceiverState } from '#contract/test-sends.ts';
import { plainError } from '#domain/problem.ts';
import type { LocalReceiver } from '../ports.ts';

export async function* watchReceiver(
  receiver: LocalReceiver,
  signal?: AbortSignal,
): AsyncGenerator<ReceiverState, void, void> {
  let next = Promise.withResolvers<null>();
  const wake = (): void => {
    next.resolve(null);
  };
  const stopListening = receiver.onChange(wake);
  signal?.addEventListener('abort', wake, { once: true });
  try {
    while (signal?.aborted !== true) {
      yield receiver.state();
      await next.promise;
      next = Promise.withResolvers();
    }
  } finally {
    stopListening();
    signal?.removeEventListener('abort', wake);
  }
}

export function readReceived(receiver: LocalReceiver, id: number): Received {
  const received = receiver.read(id);
  if (received !== null) return received;
  throw plainError(
    'not-found',
    'This request is no longer stored. Newer requests replaced it, or the list was cleared.',
    'Select another request.',
  );
}
