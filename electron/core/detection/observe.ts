import type { Observation, Sight } from '#contract/detection.ts';
import { collectionUrl } from '#domain/installation/address.ts';
import type { Problem } from '#domain/problem.ts';
import type { SeenList, SignedIn } from '../ports.ts';

export function signedIn(baseUrl: string, given: SignedIn): Observation {
  const { supportedApiVersions: supported, deprecatedApiVersions: deprecated } = given;
  const told = [
    supported.length === 0 ? '' : ` Supported versions: ${supported.join(', ')}.`,
    deprecated.length === 0 ? '' : ` Deprecated versions: ${deprecated.join(', ')}.`,
  ].join('');
  const message = `Signed in at ${baseUrl}.${told}`;
  return {
    what: 'sign-in',
    baseUrl,
    apiRoot: null,
    sight: 'signed-in',
    status: null,
    message,
    problem: null,
  };
}

export function notSignedIn(baseUrl: string, problem: Problem): Observation {
  const sight = sightOf(problem, 'wrong-credentials');
  const status = problem.answer?.status ?? null;
  const message =
    sight === 'nothing' || sight === 'not-the-interface'
      ? `No sign-in at ${baseUrl}.`
      : problem.message;
  return { what: 'sign-in', baseUrl, apiRoot: null, sight, status, message, problem };
}

interface Place {
  readonly baseUrl: string;
  readonly apiRoot: string;
  readonly authToken: string | null;
}

export function listSeen(place: Place, seen: SeenList): Observation {
  const { baseUrl, apiRoot } = place;
  const { status, webhooks, problem } = seen;
  const url = collectionUrl(place);
  const list = (sight: Sight, message: string): Observation => {
    return { what: 'list', baseUrl, apiRoot, sight, status, message, problem };
  };
  const count = `${webhooks} ${webhooks === 1 ? 'webhook' : 'webhooks'}`;
  switch (seen.looksLike) {
    case 'A':
      return list('variant-a', `${count} at ${url}, without payload types: variant A.`);
    case 'B':
      return list('variant-b', `${count} at ${url}, with payload types: variant B.`);
    case 'unknown':
      return list('empty-list', `A list at ${url} that does not show its variant (${count}).`);
    case 'none': {
      const sight = problem === null ? sightOfStatus(status) : sightOf(problem, 'needs-auth-token');
      return list(sight, wordsFor(sight, url, place.authToken !== null, status));
    }
  }
}

export function noAnswer({ baseUrl, apiRoot }: Place, problem: Problem): Observation {
  const { message } = problem;
  return { what: 'list', baseUrl, apiRoot, sight: 'failed', status: null, message, problem };
}

function sightOf(problem: Problem, refused: 'wrong-credentials' | 'needs-auth-token'): Sight {
  switch (problem.code) {
    case 'unauthorized':
      return refused;
    case 'forbidden':
      return 'forbidden';
    case 'not-found':
      return 'nothing';
    case 'not-the-interface':
    case 'redirected':
    case 'too-large':
      return 'not-the-interface';
    case 'rejected':
      return sightOfStatus(problem.answer?.status ?? 400);
    default:
      return 'failed';
  }
}

function sightOfStatus(status: number): Sight {
  if (status === 401) return 'needs-auth-token';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'nothing';
  // Locked, rate limited or failing: the address can still be the interface.
  if (status === 423 || status === 429 || status >= 500) return 'failed';
  return 'not-the-interface';
}

function wordsFor(sight: Sight, url: string, withToken: boolean, status: number): string {
  switch (sight) {
    case 'needs-auth-token':
      return withToken
        ? `The installation at ${url} rejects the auth token.`
        : `The installation at ${url} requires an auth token.`;
    case 'forbidden':
      return `The installation at ${url} does not allow this auth token.`;
    case 'nothing':
      return `Nothing at ${url}.`;
    case 'not-the-interface':
      return `The response from ${url} (status ${status}) is not a list of webhooks.`;
    default:
      return `The installation at ${url} is temporarily unavailable (status ${status}).`;
  }
}
