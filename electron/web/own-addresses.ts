/** The addresses of this host's own page. Checking `Host` stops DNS rebinding; checking `Origin` stops foreign pages. */
export interface OwnAddresses {
  isOwnHost(host: string | undefined): host is string;
  isOwnOrigin(origin: string | undefined, host: string): boolean;
}

/** Source: RFC 9110 §7.2, RFC 6454 §7. */
export function ownAddresses(port: number, devOrigin: string | null): OwnAddresses {
  // Not `localhost`, which a hosts file can redirect. `URL` omits a default port, as browsers do.
  const hosts = new Set([new URL(`http://127.0.0.1:${port}`).host]);
  if (devOrigin !== null) hosts.add(new URL(devOrigin).host);
  return {
    isOwnHost: (host): host is string => host !== undefined && hosts.has(host),
    isOwnOrigin: (origin, host) =>
      origin !== undefined && (origin === `http://${host}` || origin === devOrigin),
  };
}

/** `null` unless `text` is an `http://127.0.0.1` origin. */
export function loopbackOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, protocol, hostname, pathname, search, hash, username } = new URL(text);
  const isBareOrigin = pathname === '/' && search === '' && hash === '' && username === '';
  return isBareOrigin && hostname === '127.0.0.1' && protocol === 'http:' ? origin : null;
}
