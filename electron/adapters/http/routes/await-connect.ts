import type { Socket } from 'node:net';

/** @throws the socket's error or the signal's reason, and closes the socket */
export function awaitConnect(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  // Stays for good: a late error without a listener would end the process.
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
