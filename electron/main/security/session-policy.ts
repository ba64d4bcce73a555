import type { ProxyConfig, Session } from 'electron';
import { originOf } from './window-address.ts';

/** What the policy needs of Electron's `Session`. */
export interface PolicedSession extends Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
> {
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown;
  setProxy(config: ProxyConfig): Promise<void>;
  readonly webRequest: Pick<Session['webRequest'], 'onBeforeRequest'>;
}

/** Kept in memory only: the window leaves no cache, cookie or history on the disk. */
export const windowPartition = 'hookdesk';

/** All that a page may have without asking: writing text to the clipboard, for *Copy*. */
const copyText = 'clipboard-sanitized-write';

/**
 * What a session's pages may do: copy text if the page is ours, and nothing else. No permission,
 * no device, no download, and no request to any other origin, directly or through a proxy.
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
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  session.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !mayBeRequested(details.url, origin) });
  });
  await session.setProxy({ mode: 'direct' });
}

/** Its own origin (and, while developing, its web socket), `data:` pictures and the developer tools. */
function mayBeRequested(url: string, origin: string): boolean {
  if (url.startsWith('data:') || url.startsWith('devtools:')) return true;
  return originOf(url)?.replace(/^ws:/, 'http:') === origin;
}
