/**
 * Which addresses this host answers to, and which pages may talk to it.
 *
 * The `Host` of every request must be one of ours: a foreign name that was made to point at
 * 127.0.0.1 (DNS rebinding) is not. The `Origin`, where a browser sends one, must be the page that
 * this very host served, or the development server that was named at the start.
 */
export interface TrustedAddresses {
  /** Whether the `Host` header names this host exactly. */
  isOwnHost(host: string | undefined): host is string;
  /** Whether a page of this origin may speak to the host that was asked under this name. */
  isOwnOrigin(origin: string | undefined, host: string): boolean;
}

/** The rules for a host that listens on 127.0.0.1 at this port. Source: RFC 9110 §7.2, RFC 6454 §7. */
export function trustedAddresses(port: number, devOrigin: string | null): TrustedAddresses {
  // Not `localhost`: a hosts file or a name server can point it elsewhere, and it is another origin.
  // URL leaves out the port that is the scheme's own, as browsers do.
  const hosts = new Set([new URL(`http://127.0.0.1:${port}`).host]);
  if (devOrigin !== null) hosts.add(new URL(devOrigin).host);
  return {
    isOwnHost: (host): host is string => host !== undefined && hosts.has(host),
    isOwnOrigin: (origin, host) =>
      origin !== undefined && (origin === `http://${host}` || origin === devOrigin),
  };
}

/** The origin of a development server on 127.0.0.1, as a browser writes it, or `null`. */
export function loopbackOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { origin, protocol, hostname, pathname, search, hash, username } = new URL(text);
  const plain = pathname === '/' && search === '' && hash === '' && username === '';
  return plain && hostname === '127.0.0.1' && protocol === 'http:' ? origin : null;
}
