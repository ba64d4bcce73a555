import type { Route, RouteProxy } from '#core/ports.ts';
import { matchesHost } from '#domain/managed/host-pattern.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import { isLoopback } from './no-proxy.ts';

/** The organisation's proxy replaces that of the installation, with its password. */
export function managedRoute(managed: Managed, route: Route, url: URL): Route {
  const proxy = managed.kind === 'set' ? managed.settings.proxy : undefined;
  if (proxy === undefined) return route;
  return { ...route, proxy: proxyFor(proxy, url) };
}

function proxyFor(
  proxy: NonNullable<Extract<Managed, { kind: 'set' }>['settings']['proxy']>,
  url: URL,
): RouteProxy {
  if (typeof proxy === 'string') return { kind: proxy };
  const { address, bypass = [] } = proxy;
  // A proxy would connect to its own machine instead.
  const isDirect = isLoopback(url) || bypass.some((pattern) => matchesHost(pattern, url.hostname));
  return isDirect ? { kind: 'none' } : { kind: 'own', url: address, username: '', password: null };
}
