import type { RouteProxy } from '#core/ports.ts';
import { ExchangeFailure } from '../errors/facts.ts';
import { isLoopback, matchesNoProxy } from './no-proxy.ts';

/** Where a proxy is, and who asks it. */
export interface ProxyAddress {
  /** Whether it is spoken to over TLS. */
  readonly secure: boolean;
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

/** Variables of the environment, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy on the way to an address; `null` for none. The environment is asked as curl and undici do:
 * `https_proxy` for https, `http_proxy` for http and where there is no other, lower case first,
 * `no_proxy` for what is called directly. This machine itself is never called through it.
 *
 * @throws ExchangeFailure for an address that is none of an HTTP proxy
 */
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
  const given = fromEnvironment(url, environment);
  return given === null ? null : addressOf(given);
}

function fromEnvironment(url: URL, environment: Environment): string | null {
  // Set and empty is the same as not set, as it is for curl.
  const said = (name: string): string | null =>
    [environment[name], environment[name.toUpperCase()]].find(
      (value) => value !== undefined && value !== '',
    ) ?? null;
  const given =
    url.protocol === 'https:' ? (said('https_proxy') ?? said('http_proxy')) : said('http_proxy');
  if (given === null || isLoopback(url) || matchesNoProxy(url, said('no_proxy') ?? '')) return null;
  return given;
}

function addressOf(text: string): ProxyAddress {
  const trimmed = text.trim();
  // curl and many others take `proxy.example.com:3128`, too.
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(whole)) throw new ExchangeFailure('proxy-address', 'connecting');
  const url = new URL(whole);
  const secure = url.protocol === 'https:';
  if ((!secure && url.protocol !== 'http:') || url.hostname === '') {
    throw new ExchangeFailure('proxy-address', 'connecting');
  }
  return {
    secure,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    credentials:
      url.username === '' && url.password === ''
        ? null
        : { username: decoded(url.username), password: decoded(url.password) },
  };
}

/** As it is where it holds a percent sign that stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Host and port, as a person reads them. */
export const proxyName = ({ host, port }: Pick<ProxyAddress, 'host' | 'port'>): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
