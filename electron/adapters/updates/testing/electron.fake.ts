import { EventEmitter } from 'node:events';
import {
  type ClientRequest,
  IncomingMessage,
  request as requestByHttp,
  type RequestOptions,
} from 'node:http';

/**
 * The parts of Electron that electron-updater uses. Requests use Node; the environment has the
 * rest.
 */
class FakeApp extends EventEmitter {
  readonly isPackaged = true;
  whenReady = (): Promise<void> => Promise.resolve();
  getName = (): string => 'hookdesk';
  getVersion = (): string => process.env.FAKE_VERSION ?? '';
  getAppPath = (): string => '/nowhere';
  getPath = (): string => process.env.FAKE_USER_DATA ?? '';
  quit = (): void => {
    note('quit');
  };
}

export const app = new FakeApp();
const ownSession = {
  setProxy: (config: object): Promise<void> => {
    note(`proxy ${JSON.stringify(config)}`);
    return Promise.resolve();
  },
};
export const session = { fromPartition: () => ownSession };
/**
 * A 407 becomes the event `login`, as in Electron: the request waits until the callback is called, and
 * without a user name it gets the 407.
 */
function requestLikeElectron(options: RequestOptions): ClientRequest {
  const request = requestByHttp(options);
  const emit = request.emit.bind(request);
  request.emit = (event: string, ...args: unknown[]): boolean => {
    const [response] = args;
    const asks = event === 'response' && response instanceof IncomingMessage;
    if (!asks || response.statusCode !== 407) return emit(event, ...args);
    return emit('login', { isProxy: true }, (username?: string) => {
      if (username === undefined) emit(event, ...args);
    });
  };
  return request;
}

export const net = { request: requestLikeElectron };

/** The test reads the calls in this variable: it has another copy of this module. */
function note(call: string): void {
  process.env.FAKE_CALLS = `${process.env.FAKE_CALLS ?? ''}${call}\n`;
}

/** Squirrel on macOS, without a download. */
class FakeSquirrel extends EventEmitter {
  setFeedURL = (): void => undefined;
  quitAndInstall = (): void => {
    note('quit and install');
  };
  checkForUpdates = (): void => {
    note('fetch');
    const { FAKE_SQUIRREL_ERROR: error } = process.env;
    setImmediate(() => {
      if (error === undefined) this.emit('update-downloaded');
      else this.emit('error', new Error(error));
    });
  };
}
export const autoUpdater = new FakeSquirrel();
