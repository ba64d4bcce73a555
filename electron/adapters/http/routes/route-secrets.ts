import type { Route } from '#core/ports.ts';
import { ExchangeFailure } from '../errors/exchange-failure.ts';
import { type Environment, proxyFor } from './proxy-address.ts';

export function secretsOfRoute(route: Route, url: URL, environment: Environment): string[] {
  const { clientCertificate } = route;
  return [
    ...passwordsOf(route, url, environment),
    ...(clientCertificate === null ? [] : linesOfKey(clientCertificate.key)),
  ];
}

function passwordsOf(route: Route, url: URL, environment: Environment): string[] {
  try {
    const credentials = proxyFor(route.proxy, url, environment)?.credentials ?? null;
    return credentials === null ? [] : [credentials.password];
  } catch (error) {
    // An unusable proxy address is reported when connecting.
    if (error instanceof ExchangeFailure) return [];
    throw error;
  }
}

/** Each line alone, because a response may quote one. */
const linesOfKey = (pem: string): string[] =>
  pem
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('-----'));
