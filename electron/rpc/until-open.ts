import { once } from 'node:events';

/** Waits for a new web socket. @throws Error when the other side refuses or ends it, or after `signal` */
export async function untilOpen(socket: EventTarget, signal?: AbortSignal): Promise<void> {
  // `once` hears no error of an event target by itself, and would wait forever.
  const refused = once(socket, 'error').then(() => {
    throw new Error('The web socket was refused, or its host ended.');
  });
  await Promise.race([once(socket, 'open', { signal }), refused]);
}
