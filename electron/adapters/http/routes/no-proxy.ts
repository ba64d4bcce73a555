import { BlockList, isIP } from 'node:net';
import type { Route, RouteProxy } from '#core/ports.ts';
import { matchesHost } from '#domain/managed/host-pattern.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import { destinationOf } from './destination.ts';

/** A proxy would connect to its own machine instead. */
export function isLoopback(url: URL): boolean {
  const host = hostOf(url);
  return host === 'localhost' || host.endsWith('.localhost') || within(host, loopback);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Matches host, parent domain, IP address or range, each with an optional port; `*` matches all. */
export function matchesNoProxy(url: URL, noProxy: string): boolean {
  const host = hostOf(url);
  const port = String(destinationOf(url).port);
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || matches(entry, host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  const [, bracketed, plain, only] =
    /^(?:\[([^\]]*)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
  const name = (bracketed ?? plain ?? '').replace(/^\*?\./, '');
  if (name === '' || (only !== undefined && only !== port)) return false;
  return host === name || host.endsWith(`.${name}`) || within(host, rangeOf(name));
}

function rangeOf(entry: string): BlockList | null {
  const [address = '', bits] = entry.split('/');
  const version = isIP(address);
  const width = Number(bits ?? 128);
  if (version === 0 || !Number.isInteger(width) || width < 0) return null;
  const range = new BlockList();
  if (bits === undefined) range.addAddress(address, version === 4 ? 'ipv4' : 'ipv6');
  else if (width <= (version === 4 ? 32 : 128)) {
    range.addSubnet(address, width, version === 4 ? 'ipv4' : 'ipv6');
  }
  return range;
}

function within(host: string, range: BlockList | null): boolean {
  const version = isIP(host);
  return range !== null && version !== 0 && range.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();

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
