import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type * as Electron from 'electron';

/** A real Node message port that behaves like Electron's: no message arrives before `start`. */
export class FakeMessagePortMain
  extends EventEmitter
  implements Pick<Electron.MessagePortMain, 'postMessage' | 'start' | 'close'>
{
  /** The port that a window receives. */
  readonly inner: MessagePort;
  constructor(inner: MessagePort) {
    super();
    this.inner = inner;
  }
  start(): void {
    this.inner.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
    this.inner.on('close', () => this.emit('close'));
  }
  postMessage(message: unknown): void {
    this.inner.postMessage(message);
  }
  close(): void {
    this.inner.close();
  }
}

export class MessageChannelMain {
  readonly port1: FakeMessagePortMain;
  readonly port2: FakeMessagePortMain;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new FakeMessagePortMain(port1);
    this.port2 = new FakeMessagePortMain(port2);
  }
}
