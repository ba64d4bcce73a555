import { z } from 'zod';
import type { FakeMessagePortMain } from '../../electron/main/fakes/message-channel.fake.ts';
import type { Devtools } from './chromium.ts';

/** A message between the preload and the main process: kind, port id, text or channel. */
export const Crossing = z.tuple([z.enum(['ipc', 'text', 'close']), z.int(), z.string()]);
type Crossing = z.infer<typeof Crossing>;

export const world = 'Electron Isolated Context';
/** Global names that exist only in the world of the preload. */
export const toMain = 'standInToMain';
const fromMain = 'standInFromMain';

/** Electron's `WebFrameMain`: the top frame until the next navigation. */
export class WebFrameMain {
  readonly parent = null;
  readonly origin: string;
  readonly #ports: FakeMessagePortMain[] = [];
  readonly #send: (...crossing: Crossing) => void;
  #isDestroyed = false;

  constructor(page: Devtools, contextId: number, origin: string) {
    this.origin = origin;
    this.#send = (...crossing) => {
      const expression = `${fromMain}(...${JSON.stringify(crossing)})`;
      if (!this.#isDestroyed) void page.send('Runtime.evaluate', { expression, contextId });
    };
  }
  isDestroyed = (): boolean => this.#isDestroyed;

  postMessage(channel: string, _message: unknown, ports: readonly FakeMessagePortMain[]): void {
    for (const port of ports) {
      const id = this.#ports.push(port) - 1;
      this.#send('ipc', id, channel);
      port.on('close', () => {
        this.#send('close', id, '');
      });
      port.on('message', ({ data }: { data: unknown }) => {
        this.#send('text', id, z.string().parse(data));
      });
      port.start();
    }
  }
  receive([kind, port, text]: Crossing): void {
    if (kind === 'close') this.#ports[port]?.close();
    else this.#ports[port]?.postMessage(text);
  }
  end(): void {
    this.#isDestroyed = true;
    for (const port of this.#ports) port.close();
  }
}

/** Returns the script that runs a preload in an isolated world. */
export const preloadScript = (preload: string): string =>
  `(${String(runPreload)})(${toMain}, '${fromMain}', (require, module, exports) => {${preload}\n})`;

/** Like a sandboxed window: only the top frame, and `require` knows only `electron`. */
function runPreload(
  send: (crossing: string) => void,
  receiver: string,
  preload: (require: (name: string) => unknown, module: object, exports: object) => void,
): void {
  if (window !== window.top) return;
  const ports = new Map<number, MessagePort>();
  const channels = new EventTarget();
  const say = (...crossing: Crossing): void => {
    send(JSON.stringify(crossing));
  };
  function open(id: number): MessagePort {
    const { port1, port2 } = new MessageChannel();
    ports.set(id, port1);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string') throw new Error('The stand-in carries only text');
      say('text', id, data);
    };
    port1.addEventListener('close', () => {
      say('close', id, '');
    });
    return port2;
  }
  Reflect.set(window, receiver, (...[kind, port, text]: Crossing) => {
    if (kind === 'ipc') channels.dispatchEvent(new MessageEvent(text, { ports: [open(port)] }));
    else if (kind === 'close') ports.get(port)?.close();
    else ports.get(port)?.postMessage(text);
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
