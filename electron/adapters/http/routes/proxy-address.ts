import type { RouteProxy } from '#core/ports.ts';
import { decodePercent } from '#domain/text/decode-percent.ts';
import { ExchangeFailure } from '../errors/exchange-failure.ts';
import { type Destination, destinationOf } from './destination.ts';
import { isLoopback, matchesNoProxy } from './no-proxy.ts';

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
