import { EventEmitter } from 'node:events';
import { type ClientRequest, request as requestByHttp, type RequestOptions } from 'node:http';

/**
 * The parts of Electron that electron-updater uses. Requests use Node; the environment has the
 * rest.
 */
class FakeApp extends EventEmitter {
  readonly isPackaged = true;
  quits = 0;
  whenReady = (): Promise<void> => Promise.resolve();
  getName = (): string => 'hookdesk';
  getVersion = (): string => process.env.FAKE_VERSION ?? '';
  getAppPath = (): string => '/nowhere';
  getPath = (): string => process.env.FAKE_USER_DATA ?? '';
  quit = (): void => {
    this.quits += 1;
  };
}

export const app = new FakeApp();
export const session = { fromPartition: (): object => ({}) };
export const net = {
  request: (options: RequestOptions): ClientRequest => requestByHttp(options),
};
export const autoUpdater = new EventEmitter();
