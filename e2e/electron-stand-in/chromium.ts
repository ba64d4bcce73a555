import { EventEmitter } from 'node:events';
import type { CDPSession } from '@playwright/test';
import { z } from 'zod';
import { untilOpen } from '../../electron/rpc/until-open.ts';

declare const typed: CDPSession;
type EventName =
  | `Browser.download${'WillBegin' | 'Progress'}`
  | `Runtime.executionContext${'Created' | 'Destroyed' | 'sCleared'}`
  | `Page.${'windowOpen' | 'javascriptDialogOpening' | 'loadEventFired'}`
  | `Target.${'detachedFromTarget' | 'targetCreated'}`
  | 'Fetch.requestPaused'
  | 'Inspector.targetCrashed'
  | 'Log.entryAdded'
  | 'Runtime.bindingCalled';

/** A DevTools protocol session of the browser or a page, with the types of Playwright. */
export interface Devtools {
  readonly send: CDPSession['send'];
  on<T extends EventName>(event: T, listener: Parameters<typeof typed.on<T>>[1]): void;
}
export interface Chromium {
  readonly browser: Devtools;
  readonly sessionOf: (sessionId: string) => Devtools;
}

const Message = z.object({
  id: z.int().default(-1),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Connects to the Chromium that the test started. */
export async function connectChromium(): Promise<Chromium> {
  const socket = new WebSocket(process.env.STAND_IN_CHROMIUM ?? '');
  const events = new EventEmitter().setMaxListeners(0);
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, sessionId, result, error } = Message.parse(
      JSON.parse(String(data)),
    );
    if (method !== undefined) events.emit(`${method} ${sessionId ?? ''}`, params);
    else if (error === undefined) events.emit(`answer ${id}`, result);
    else events.emit(`error ${id}`, new Error(error.message));
  });
  const sessionOf = (sessionId?: string): Devtools => ({
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        events.once(`answer ${id}`, resolve).once(`error ${id}`, reject);
        socket.send(JSON.stringify({ id, method, params, sessionId }));
      }),
    on: (event, listener) => void events.on(`${event} ${sessionId ?? ''}`, listener),
  });
  await untilOpen(socket);
  return { browser: sessionOf(), sessionOf };
}
