import type { IncomingHttpHeaders } from 'node:http';

/** Which requests are for this host, and from its own window. Source: RFC 9110 §7.2, RFC 6454 §7. */
export interface OwnAddresses {
  /** Stops DNS rebinding. */
  isOwnHost(host: string | undefined): host is string;
  /** Stops foreign pages. @param mayLackOrigin as when a browser loads the page: it names no origin */
  isOfOwnWindow(headers: OriginHeaders, mayLackOrigin: boolean): boolean;
}

type OriginHeaders = Pick<IncomingHttpHeaders, 'host' | 'origin'>;

export function ownAddresses(port: number, devOrigin: string | null): OwnAddresses {
  // Not `localhost`, which a hosts file can redirect. `URL` omits a default port, as browsers do.
  const hosts = new Set([new URL(`http://127.0.0.1:${port}`).host]);
  if (devOrigin !== null) hosts.add(new URL(devOrigin).host);
  const isOwnHost = (host: string | undefined): host is string =>
    host !== undefined && hosts.has(host);
  return {
    isOwnHost,
    isOfOwnWindow: ({ host, origin }, mayLackOrigin) => {
      if (!isOwnHost(host)) return false;
      if (origin === undefined) return mayLackOrigin;
      return origin === `http://${host}` || origin === devOrigin;
    },
  };
}

/** `null` unless `text` is an `http://127.0.0.1` origin. */
export function loopbackOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, protocol, hostname, pathname, search, hash, username } = new URL(text);
  const isBareOrigin = pathname === '/' && search === '' && hash === '' && username === '';
  return isBareOrigin && hostname === '127.0.0.1' && protocol === 'http:' ? origin : null;
}
