import type { ConnectionSettings } from '#domain/installation/connection.ts';
import { type Route, plainRoute } from '../ports.ts';

/** The practice service runs on this machine: nothing is on the way, and nobody has to vouch for it. */
export const practiceRoute: Route = { ...plainRoute, proxy: { kind: 'none' } };

/** How requests get to an installation, with the secrets that this takes. */
export function routeOf(
  { trust, clientCertificate, proxy, limits }: ConnectionSettings,
  secrets: { readonly clientKey: string | null; readonly proxyPassword: string | null },
): Route {
  const { clientKey, proxyPassword } = secrets;
  return {
    trust,
    clientCertificate:
      clientCertificate === null || clientKey === null
        ? null
        : { pem: clientCertificate.pem, key: clientKey },
    proxy: proxy.kind === 'own' ? { ...proxy, password: proxyPassword } : proxy,
    limits,
  };
}
