import type { ConnectionSettings } from '#domain/installation/connection.ts';
import { type Route, plainRoute } from '../ports.ts';

/** The practice service runs on this machine: no proxy, no certificate. */
export const practiceRoute: Route = { ...plainRoute, proxy: { kind: 'none' }, practice: true };

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
