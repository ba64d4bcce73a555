import type { DownloadItem, ProxyConfig, Session } from 'electron';
import { originOf } from './window-address.ts';

/** What the policy needs of Electron's `Session`. */
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

/** Kept in memory only: the window leaves no cache, cookie or history on the disk. */
export const windowPartition = 'hookdesk';

/** All that a page may have without asking: writing text to the clipboard, for *Copy*. */
const copyText = 'clipboard-sanitized-write';

/**
 * What a session's pages may do: copy text if the page is ours, save what our page itself has made
 * where the person says, and nothing else. No permission, no device, no download from anywhere, and no
 * request to any other origin, directly or through a proxy.
 */
export async function restrictSession(session: PolicedSession, origin: string): Promise<void> {
  session.setPermissionRequestHandler((_contents, permission, grant, details) => {
    const ours = details.isMainFrame && originOf(details.requestingUrl) === origin;
    grant(permission === copyText && ours);
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) => {
    const ours = details.isMainFrame && originOf(requestingOrigin) === origin;
    return permission === copyText && ours;
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

/** Whether a page of this origin has put it together itself, such as an export. */
const isMadeBy = (origin: string, url: string): boolean => url.startsWith(`blob:${origin}/`);

/** Its own origin (and, while developing, its web socket), what it made, `data:` pictures, the developer tools. */
function mayBeRequested(url: string, origin: string): boolean {
  if (url.startsWith('data:') || url.startsWith('devtools:')) return true;
  if (isMadeBy(origin, url)) return true;
  return originOf(url)?.replace(/^ws:/, 'http:') === origin;
}
