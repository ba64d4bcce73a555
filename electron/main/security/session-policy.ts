import type { DownloadItem, ProxyConfig, Session } from 'electron';
import { originOf } from './window-address.ts';

export interface PolicedSession extends Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
> {
  on(
    event: 'will-download',
    listener: (event: { preventDefault(): void }, item: Pick<DownloadItem, 'getURL'>) => void,
  ): unknown;
  setProxy(config: ProxyConfig): Promise<void>;
  readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>;
}

/** Without `persist:` the session is in memory: no cache, cookie or history reaches the disk. */
export const windowPartition = 'hookdesk';

const allowed: readonly string[] = ['clipboard-sanitized-write', 'notifications'];

/** Allows only copying text, notifications, downloads that our page made, and requests to our origin. No proxy. */
export async function restrictSession(session: PolicedSession, origin: string): Promise<void> {
  session.setPermissionRequestHandler((_contents, permission, grant, details) => {
    const ours = details.isMainFrame && originOf(details.requestingUrl) === origin;
    grant(allowed.includes(permission) && ours);
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    const ours = details.isMainFrame && originOf(requestingOrigin) === origin;
    return allowed.includes(permission) && ours;
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
  session.on('will-download', (event, item) => {
    if (!isMadeBy(origin, item.getURL())) event.preventDefault();
  });
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !mayBeRequested(details.url, origin) });
  });
  await session.setProxy({ mode: 'direct' });
}

const isMadeBy = (origin: string, url: string): boolean => url.startsWith(`blob:${origin}/`);

/** `ws:` and `devtools:` serve development. */
function mayBeRequested(url: string, origin: string): boolean {
  if (url.startsWith('data:') || url.startsWith('devtools:')) return true;
  if (isMadeBy(origin, url)) return true;
  return originOf(url)?.replace(/^ws:/, 'http:') === origin;
}
