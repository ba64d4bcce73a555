import type { RouteProxy } from '#core/ports.ts';
import { decodePercent } from '#domain/text/decode-percent.ts';
import { ExchangeFailure } from '../errors/exchange-failure.ts';
import { type Destination, destinationOf } from './destination.ts';
import { isLoopback, matchesNoProxy } from './no-proxy.ts';

export interface ProxyAddress extends Destination {
  readonly secure: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

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
