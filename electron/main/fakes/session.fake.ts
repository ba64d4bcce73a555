import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';

type PermissionRequestHandler = NonNullable<
  Parameters<Electron.Session['setPermissionRequestHandler']>[0]
>;
type PermissionCheckHandler = NonNullable<
  Parameters<Electron.Session['setPermissionCheckHandler']>[0]
>;
type RequestListener = NonNullable<Parameters<Electron.WebRequest['onBeforeRequest']>[0]>;
type ProtocolHandler = Parameters<Electron.Protocol['handle']>[1];

export class FakeSession
  extends EventEmitter
  implements
    Pick<
      Electron.Session,
      | 'setPermissionRequestHandler'
      | 'setPermissionCheckHandler'
      | 'setDevicePermissionHandler'
      | 'setDisplayMediaRequestHandler'
      | 'setProxy'
    >
{
  permissionRequest: PermissionRequestHandler | null = null;
  permissionCheck: PermissionCheckHandler | null = null;
  devicePermission: Parameters<Electron.Session['setDevicePermissionHandler']>[0] = null;
  displayMedia: unknown = 'not set';
  proxy: Electron.ProxyConfig | null = null;
  beforeRequest: RequestListener | null = null;
  readonly handled = new Map<string, ProtocolHandler>();

  readonly webRequest = {
    onBeforeRequest: (
      filterOrListener: Electron.WebRequestFilter | RequestListener | null,
      listener?: RequestListener | null,
    ): void => {
      this.beforeRequest =
        typeof filterOrListener === 'function' ? filterOrListener : (listener ?? null);
    },
  } satisfies Pick<Electron.WebRequest, 'onBeforeRequest'>;
  readonly protocol = {
    handle: (scheme: string, handler: ProtocolHandler): void => {
      this.handled.set(scheme, handler);
    },
  } satisfies Pick<Electron.Protocol, 'handle'>;

  setPermissionRequestHandler(handler: PermissionRequestHandler | null): void {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheckHandler | null): void {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(
    handler: Parameters<Electron.Session['setDevicePermissionHandler']>[0],
  ): void {
    this.devicePermission = handler;
  }
  setDisplayMediaRequestHandler(
    handler: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0],
  ): void {
    this.displayMedia = handler;
  }
  setProxy(config: Electron.ProxyConfig): Promise<void> {
    this.proxy = config;
    return Promise.resolve();
  }
}

const partitions = new Map<string, FakeSession>();
export const session = {
  defaultSession: new FakeSession(),
  fromPartition(name: string): FakeSession {
    const there = partitions.get(name) ?? new FakeSession();
    partitions.set(name, there);
    return there;
  },
};
