import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

class FakeApp
  extends EventEmitter
  implements
    Pick<
      Electron.App,
      | 'getPath'
      | 'setPath'
      | 'getAppPath'
      | 'getVersion'
      | 'isPackaged'
      | 'whenReady'
      | 'requestSingleInstanceLock'
      | 'quit'
      | 'exit'
    >
{
  isPackaged = false;
  appPath = '/nowhere';
  first = true;
  /** What a start gives to the one before it. */
  handedOver: object | null = null;
  readonly paths = new Map<string, string>();
  /** What was asked of it, in order. */
  readonly calls: string[] = [];

  getPath(name: string): string {
    return this.paths.get(name) ?? `/nowhere/${name}`;
  }
  setPath(name: string, path: string): void {
    this.calls.push(`setPath ${name}`);
    this.paths.set(name, path);
  }
  getAppPath(): string {
    return this.appPath;
  }
  getVersion(): string {
    return '1.2.3';
  }
  whenReady(): Promise<void> {
    this.calls.push('whenReady');
    return Promise.resolve();
  }
  requestSingleInstanceLock(additionalData?: object): boolean {
    this.calls.push('requestSingleInstanceLock');
    this.handedOver = additionalData ?? null;
    return this.first;
  }
  quit(): void {
    this.calls.push('quit');
  }
  exit(code = 0): void {
    this.calls.push(`exit ${code}`);
  }
}

export const app = new FakeApp();
