import { BlockList, isIP } from 'node:net';
import type { RouteProxy } from '#core/ports.ts';
import { decodePercent } from '#domain/text/decode-percent.ts';
import { ExchangeFailure } from '../errors/exchange-failure.ts';

export interface ProxyAddress extends Destination {
  readonly secure: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

/** Asks the system for the proxy of an origin. Resolves with a PAC result, such as `PROXY a:3128; DIRECT`. */
export type AskSystemProxy = (origin: string) => Promise<string>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Same variables and fallback as undici. @throws ExchangeFailure when the address is not an HTTP proxy's */
export function proxyFor(
  proxy: RouteProxy,
  url: URL,
  environment: Environment,
): ProxyAddress | null {
  if (proxy.kind === 'none') return null;
  if (proxy.kind === 'own') {
    const { username, password } = proxy;
    const credentials = username === '' ? null : { username, password: password ?? '' };
    return { ...addressOf(proxy.url), credentials };
  }
  const proxyText = fromEnvironment(url, environment);
  return proxyText === null ? null : addressOf(proxyText);
}

/** Whether the environment decides, so that the system is not asked. */
export const namesProxy = (environment: Environment): boolean =>
  ['http_proxy', 'https_proxy'].some((name) =>
    [environment[name], environment[name.toUpperCase()]].some(
      (value) => value !== undefined && value !== '',
    ),
  );

/** The first proxy of a PAC result that Hookdesk can use; `null` for a direct connection. */
export function proxyOfPac(result: string): ProxyAddress | null {
  const entries = result.split(';').map((entry) => entry.trim().split(/\s+/));
  for (const [kind = '', address = ''] of entries) {
    switch (kind.toUpperCase()) {
      case 'DIRECT':
        return null;
      case 'PROXY':
      case 'HTTP':
        return addressOf(`http://${address}`);
      case 'HTTPS':
        return addressOf(`https://${address}`);
    }
  }
  throw new ExchangeFailure('system-proxy', 'connecting');
}

function fromEnvironment(url: URL, environment: Environment): string | null {
  // An empty variable counts as unset, as in curl.
  const variable = (name: string): string | null =>
    [environment[name], environment[name.toUpperCase()]].find(
      (value) => value !== undefined && value !== '',
    ) ?? null;
  const proxyText =
    url.protocol === 'https:'
      ? (variable('https_proxy') ?? variable('http_proxy'))
      : variable('http_proxy');
  if (proxyText === null || isLoopback(url) || matchesNoProxy(url, variable('no_proxy') ?? ''))
    return null;
  return proxyText;
}

function addressOf(text: string): ProxyAddress {
  const trimmed = text.trim();
  // curl also accepts `proxy.example.com:3128`.
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(whole)) throw new ExchangeFailure('proxy-address', 'connecting');
  const url = new URL(whole);
  const secure = url.protocol === 'https:';
  if ((!secure && url.protocol !== 'http:') || url.hostname === '') {
    throw new ExchangeFailure('proxy-address', 'connecting');
  }
  return {
    secure,
    ...destinationOf(url),
    credentials:
      url.username === '' && url.password === ''
        ? null
        : { username: decodePercent(url.username), password: decodePercent(url.password) },
  };
}

export const proxyName = ({ host, port }: Destination): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** A proxy would connect to its own machine instead. */
export function isLoopback(url: URL): boolean {
  const host = hostOf(url);
  return host === 'localhost' || host.endsWith('.localhost') || within(host, loopback);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Matches host, parent domain, IP address or range, each with an optional port; `*` matches all. */
function matchesNoProxy(url: URL, noProxy: string): boolean {
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

export interface Destination {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
}

export function destinationOf({
  hostname,
  port,
  protocol,
}: Readonly<Record<'hostname' | 'port' | 'protocol', string>>): Destination {
  const usualPort = protocol === 'https:' ? 443 : 80;
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? usualPort : Number(port) };
}
