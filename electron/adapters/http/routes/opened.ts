import type { Socket } from 'node:net';

/**
 * Waits until a socket has got as far as an event says.
 *
 * @throws the socket's error, or the signal's reason; the socket is closed then
 */
export function opened(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  // For good: an error that comes when nobody waits any more must not end the process.
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    const settled = (): void => {
      socket.off(event, done).off('error', failed).off('close', closed);
      signal.removeEventListener('abort', aborted);
    };
    const done = (): void => {
      settled();
      resolve();
    };
    const failed = (error: Error): void => {
      settled();
      socket.destroy();
      reject(error);
    };
    const closed = (): void => {
      failed(Object.assign(new Error('Closed'), { code: 'ECONNRESET' }));
    };
    const aborted = (): void => {
      failed(signal.reason instanceof Error ? signal.reason : new Error('Aborted'));
    };
    socket.once(event, done).once('error', failed).once('close', closed);
    signal.addEventListener('abort', aborted, { once: true });
    if (signal.aborted) aborted();
  });
}
