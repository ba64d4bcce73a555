import { once } from 'node:events';
import type { Socket } from 'node:net';

/** @throws the socket's error or the signal's reason, and closes the socket */
export async function awaitConnect(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<void> {
  // Stays for good: a late error without a listener would end the process.
  socket.on('error', () => undefined);
  const settled = new AbortController();
  const options = { signal: AbortSignal.any([signal, settled.signal]) };
  const closed = once(socket, 'close', options).then(() => {
    throw Object.assign(new Error('Closed'), { code: 'ECONNRESET' });
  });
  try {
    await Promise.race([once(socket, event, options), closed]);
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw error;
  } finally {
    settled.abort();
  }
}
