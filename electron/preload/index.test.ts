import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';

class FakeIpcRenderer extends EventEmitter {
  readonly posted: unknown[][] = [];
  postMessage(...message: unknown[]): void {
    this.posted.push(message);
  }
}

class FakeWindow extends EventTarget {
  readonly posted: unknown[][] = [];
  postMessage(...message: unknown[]): void {
    this.posted.push(message);
  }
}

const electron = vi.hoisted((): { ipcRenderer: unknown } => ({ ipcRenderer: null }));
vi.mock('electron', () => electron);

afterEach(() => {
  vi.unstubAllGlobals();
});

test('asks for a port when the page has loaded, and hands it to the page and nowhere else', async () => {
  const ipc = new FakeIpcRenderer();
  const page = new FakeWindow();
  electron.ipcRenderer = ipc;
  vi.stubGlobal('window', page);
  const names = Object.keys(globalThis);
  await import('./index.ts');

  expect(ipc.posted).toEqual([]);
  page.dispatchEvent(new Event('load'));
  expect(ipc.posted).toEqual([['hookdesk:connect', null]]);

  const { port1 } = new MessageChannel();
  ipc.emit('hookdesk:port', { ports: [port1] });
  expect(page.posted).toEqual([['hookdesk:port', '*', [port1]]]);
  port1.close();

  expect(ipc.eventNames()).toEqual(['hookdesk:port']);
  expect(Object.keys(globalThis)).toEqual(names);
});
