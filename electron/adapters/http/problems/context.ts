import type { Route } from '#core/ports.ts';
import type { WireRequest } from '../wire-request.ts';
import type { HttpLimits } from '../limits.ts';
import type { Masker } from '../../masking/masker.ts';

/** What a problem is told about: the request, its limits, and the secrets that must not be told. */
export interface Context {
  readonly request: WireRequest;
  readonly limits: HttpLimits;
  readonly masker: Masker;
  /** Whether the route shows a certificate of this client. */
  readonly showsCertificate: boolean;
  /** The webhook's or the list's part in a sentence. */
  readonly subject: string;
  /** Whether it changes webhooks: only there it matters that a request may have been applied. */
  readonly isWrite: boolean;
}

export function contextOf(
  request: WireRequest,
  route: Route,
  limits: HttpLimits,
  masker: Masker,
): Context {
  return {
    request,
    limits,
    masker,
    showsCertificate: route.clientCertificate !== null && request.url.protocol === 'https:',
    subject: subjects[String(request.subject)] ?? `webhook ${request.subject}`,
    isWrite: request.method !== 'GET' && request.subject !== 'auth-token',
  };
}

const subjects: Readonly<Record<string, string>> = {
  collection: 'the list of webhooks',
  'auth-token': 'an auth token',
};

/** Facts about where a request went, for the details. */
export function whereFacts({ request: { method, url } }: Context): Record<string, string> {
  return {
    Request: `${method} ${url.href}`,
    Host: url.hostname,
    Port: url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80',
  };
}

/** A time in words: milliseconds below a second, seconds above. */
export const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;

/** A size in words, in units of 1024. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KiB`;
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}
