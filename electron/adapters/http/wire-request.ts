import type { OutboundRequest } from '#contract/publishing.ts';
import type { Address, Target, WebhookWrite } from '#core/ports.ts';
import { collectionUrl, itemUrl } from '#domain/installation/address.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { createMembers, updateBody } from './codec/write-bodies.ts';
import { mask } from '#domain/secrets/masking.ts';

/** A request of HTTP, to an installation or of a test send. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string | null;
  readonly subject: Subject | 'test-send';
}

/** What a request reads or changes; a number is the id of a webhook. */
type Subject = 'collection' | 'auth-token' | number;

/** A request to an installation. */
export interface WireRequest extends SentRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
}

/** Builds the requests to installations. Sources: interface document §4; for signing in, PEM's REST documentation. */
export class WireRequests {
  readonly #userAgent: string;

  constructor(version: string) {
    this.#userAgent = `Hookdesk/${version}`;
  }

  list(target: Target): WireRequest {
    return this.#request(target, 'GET', 'collection');
  }

  read(target: Target, id: number): WireRequest {
    return this.#request(target, 'GET', id);
  }

  write(target: Target, write: WebhookWrite): WireRequest {
    switch (write.action) {
      case 'create': {
        const body = JSON.stringify(createMembers(write.definition, target.variant));
        return this.#request(target, 'POST', 'collection', body);
      }
      case 'update':
        return this.#request(target, 'PUT', write.live.id, updateBody(target, write));
      case 'delete':
        return this.#request(target, 'DELETE', write.id);
    }
  }

  signIn(
    address: Address,
    { username, password }: { username: string; password: string },
  ): WireRequest {
    const body = JSON.stringify({ username, password });
    return this.#request({ ...address, authToken: null }, 'POST', 'auth-token', body);
  }

  signOut(target: Target): WireRequest {
    return this.#request(target, 'DELETE', 'auth-token');
  }

  #request(
    target: Target,
    method: WireRequest['method'],
    subject: Subject,
    body: string | null = null,
  ): WireRequest {
    const { baseUrl, authToken } = target;
    const url = new URL(addressOf(target, subject));
    // Never send the auth token to another host than the installation's.
    if (url.origin !== new URL(baseUrl).origin || url.username !== '') throw otherOrigin(url);
    const headers = [
      ...(method === 'GET' || (method === 'POST' && subject === 'auth-token')
        ? [{ name: 'Accept', value: 'application/json' }]
        : []),
      ...(method === 'POST' || method === 'PUT'
        ? [{ name: 'Content-Type', value: 'application/json' }]
        : []),
      ...(authToken === null ? [] : [{ name: 'X-Auth-Token', value: authToken }]),
      { name: 'User-Agent', value: this.#userAgent },
    ];
    return { method, url, headers, body, subject };
  }
}

function addressOf(target: Target, subject: Subject): string {
  if (subject === 'auth-token') return `${target.baseUrl}/api/token/`;
  return subject === 'collection' ? collectionUrl(target) : itemUrl(target, subject);
}

export const withMaskedToken = ({ method, url, headers, body }: WireRequest): OutboundRequest => ({
  method,
  url: url.href,
  headers: headers.map(({ name, value }) => ({
    name,
    value: name === 'X-Auth-Token' ? mask : value,
  })),
  body,
});

function otherOrigin(url: URL): ProblemError {
  return plainError(
    'refused',
    'The API root points to a different host than the base URL.',
    'Correct the API root in the settings of the installation. Nothing was sent.',
    { 'Would have gone to': url.host },
  );
}
