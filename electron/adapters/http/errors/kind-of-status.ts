import type { SentRequest } from '../wire-request.ts';
import type { Kind } from './faults.ts';

const kindsByStatus: Readonly<Record<number, Kind>> = {
  401: 'token-rejected',
  403: 'forbidden',
  404: 'webhook-not-found',
  405: 'method-not-allowed',
  408: 'request-timed-out',
  413: 'request-too-large',
  429: 'too-many-requests',
  502: 'server-unavailable',
  503: 'server-unavailable',
  504: 'server-unavailable',
};

const signInKindsByStatus: Readonly<Record<number, Kind>> = {
  401: 'sign-in-rejected',
  403: 'sign-in-forbidden',
  404: 'no-sign-in',
  405: 'no-sign-in',
};

/** What an answer becomes whose status is no success, such as `redirected` for a redirect. */
export function kindOfStatus(status: number, { subject, headers }: SentRequest): Kind {
  const ofSignIn = subject === 'auth-token' ? signInKindsByStatus[status] : undefined;
  const kind = ofSignIn ?? kindsByStatus[status];
  if (kind === 'webhook-not-found' && subject === 'collection') return 'list-not-found';
  if (kind === 'token-rejected' && headers.every(({ name }) => name !== 'X-Auth-Token')) {
    return 'token-missing';
  }
  if (kind !== undefined) return kind;
  if (status < 400) return 'redirected';
  return status < 500 ? 'rejected' : 'server-failed';
}

export function kindOfTunnelStatus(status: number): Kind {
  if (status === 407) return 'tunnel-password';
  return kindsByStatus[status] === 'server-unavailable' ? 'tunnel-gateway' : 'tunnel-refused';
}
