import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

class AppDouble
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
  requestSingleInstanceLock(): boolean {
    this.calls.push('requestSingleInstanceLock');
    return this.first;
  }
  quit(): void {
    this.calls.push('quit');
  }
  exit(code = 0): void {
    this.calls.push(`exit ${code}`);
  }
}

export const app = new AppDouble();
