import { EventEmitter } from 'node:events';
import { z } from 'zod';
import type { Devtools } from './chromium.ts';

/** Electron's `MessagePortMain`: messages are copies, and wait until `start`. */
class MessagePortMain extends EventEmitter {
  peer: MessagePortMain | null = null;
  readonly started = Promise.withResolvers<null>();

  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message);
    const { peer } = this;
    void peer?.started.promise.then(() => peer.emit('message', { data, ports: [] }));
  }
  start(): void {
    this.started.resolve(null);
  }
  /** Both sides get `close`, once. */
  close(): void {
    const sides = this.peer === null ? [] : [this, this.peer];
    for (const side of sides) {
      side.peer = null;
      setImmediate(() => side.emit('close'));
    }
  }
}

export class MessageChannelMain {
  readonly port1 = new MessagePortMain();
  readonly port2 = new MessagePortMain();

  constructor() {
    this.port1.peer = this.port2;
    this.port2.peer = this.port1;
  }
}

/** What crosses between the preload's world and the main process; bytes cross as base64. */
export const Crossing = z.object({
  kind: z.enum(['ipc', 'text', 'bytes', 'close']),
  /** The number of the port, and the data or the name of the channel. */
  port: z.int(),
  text: z.string(),
});
type Crossing = z.infer<typeof Crossing>;

export const world = 'Electron Isolated Context';
/** Global names of the preload's world alone. */
export const toMain = 'standInToMain';
const fromMain = 'standInFromMain';

/** The top frame, from one navigation to the next. */
export class WebFrameMain {
  readonly parent = null;
  readonly origin: string;
  readonly #ports: MessagePortMain[] = [];
  readonly #send: (kind: Crossing['kind'], port: number, text?: string) => void;
  #isDestroyed = false;

  constructor(page: Devtools, contextId: number, origin: string) {
    this.origin = origin;
    this.#send = (...crossing) => {
      const expression = `${fromMain}(...${JSON.stringify(crossing)})`;
      if (!this.#isDestroyed) void page.send('Runtime.evaluate', { expression, contextId });
    };
  }
  isDestroyed = (): boolean => this.#isDestroyed;

  postMessage(channel: string, _message: unknown, ports: readonly MessagePortMain[]): void {
    for (const port of ports) {
      const id = this.#ports.push(port) - 1;
      this.#send('ipc', id, channel);
      port.on('close', () => {
        this.#send('close', id);
      });
      port.on('message', ({ data }: { data: string | Uint8Array }) => {
        if (typeof data === 'string') this.#send('text', id, data);
        else this.#send('bytes', id, Buffer.from(data).toString('base64'));
      });
      port.start();
    }
  }
  receive({ kind, port, text }: Crossing): void {
    if (kind === 'close') this.#ports[port]?.close();
    else if (kind === 'text') this.#ports[port]?.postMessage(text);
    else this.#ports[port]?.postMessage(new Uint8Array(Buffer.from(text, 'base64')));
  }
  end(): void {
    this.#isDestroyed = true;
    for (const port of this.#ports) port.close();
  }
}

/** The script that runs a preload in its own world. */
export const preloadScript = (preload: string): string =>
  `(${String(runPreload)})(${toMain}, '${fromMain}', (require, module, exports) => {${preload}\n})`;

/** As in a sandboxed window: in the top frame alone, with a `require` that knows `electron` alone. */
function runPreload(
  send: (crossing: string) => void,
  receiver: string,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  if (window !== window.top) return;
  const ports = new Map<number, MessagePort>();
  const channels = new EventTarget();
  const say = (kind: Crossing['kind'], port: number, text = ''): void => {
    send(JSON.stringify({ kind, port, text }));
  };
  function open(id: number): MessagePort {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port1);
    port1.onmessage = ({ data }: MessageEvent<string | Uint8Array>) => {
      if (typeof data === 'string') say('text', id, data);
      else say('bytes', id, data.toBase64());
    };
    port1.addEventListener('close', () => {
      say('close', id);
    });
    return port2;
  }
  Reflect.set(window, receiver, (kind: Crossing['kind'], port: number, text: string) => {
    if (kind === 'ipc') channels.dispatchEvent(new MessageEvent(text, { ports: [open(port)] }));
    else if (kind === 'close') ports.get(port)?.close();
    else ports.get(port)?.postMessage(kind === 'text' ? text : Uint8Array.fromBase64(text));
  });
  const ipcRenderer = {
    on: channels.addEventListener.bind(channels),
    postMessage: (channel: string) => {
      say('ipc', -1, channel);
    },
  };
  const load = (name: string): unknown => {
    if (name === 'electron') return { ipcRenderer };
    throw new Error(`module not found: ${name}`);
  };
  preload(load, {}, {});
}
