import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { CDPSession } from '@playwright/test';
import { z } from 'zod';

declare const typed: CDPSession;
type EventName =
  | `Browser.download${'WillBegin' | 'Progress'}`
  | `Runtime.executionContext${'Created' | 'Destroyed' | 'sCleared'}`
  | `Page.${'windowOpen' | 'javascriptDialogOpening' | 'loadEventFired'}`
  | `Target.${'detachedFromTarget' | 'targetCreated'}`
  | 'Fetch.requestPaused'
  | 'Inspector.targetCrashed'
  | 'Runtime.bindingCalled';

/** A session of the DevTools protocol, the browser's or a page's, with the typings of Playwright. */
export interface Devtools {
  send: CDPSession['send'];
  on<T extends EventName>(event: T, listener: Parameters<typeof typed.on<T>>[1]): void;
}
interface Chromium {
  readonly browser: Devtools;
  sessionOf(sessionId: string): Devtools;
  /** Where Playwright connects. */
  readonly endpoint: string;
}

const Message = z.object({
  id: z.int().default(-1),
  method: z.string().optional(),
  params: z.unknown().optional(),
  sessionId: z.string().default(''),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const { STAND_IN_CHROMIUM: program = '', STAND_IN_PROFILE: profile = '' } = process.env;
const switches = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
  `--user-data-dir=${profile}`,
  '--no-startup-window',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-features=Translate',
  '--password-store=basic',
  '--window-size=1920,1080',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Starts Chromium, which ends with this process: its pipe closes then. */
export function startChromium(): Promise<Chromium> {
  const child = spawn(program, switches, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const [, , errors, input, output] = child.stdio;
  if (!(input instanceof Writable) || !(output instanceof Readable)) throw new Error('No pipes');
  process.once('exit', () => child.kill('SIGKILL'));
  child.once('exit', () => process.exit(70));
  const events = new EventEmitter().setMaxListeners(0);
  let lastId = 0;
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const each of messages) {
      const { id, method, params, sessionId, result, error } = Message.parse(JSON.parse(each));
      if (method !== undefined) events.emit(`${method} ${sessionId}`, params);
      else if (error === undefined) events.emit(`answer ${id}`, result);
      else events.emit(`error ${id}`, new Error(error.message));
    }
  });
  const sessionOf = (sessionId: string): Devtools => ({
    send: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        events.once(`answer ${id}`, resolve).once(`error ${id}`, reject);
        const own = sessionId === '' ? {} : { sessionId };
        input.write(`${JSON.stringify({ id, method, params, ...own })}\0`);
      }),
    on: (event, listener) => void events.on(`${event} ${sessionId}`, listener),
  });
  return new Promise((resolve) => {
    let printed = '';
    errors?.on('data', (text: Buffer) => {
      printed += text.toString();
      const endpoint = /listening on (ws:\S+)/.exec(printed)?.[1];
      if (endpoint !== undefined) resolve({ browser: sessionOf(''), sessionOf, endpoint });
    });
  });
}
