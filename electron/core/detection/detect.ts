import type { DetectionEvent, Observation, Sight } from '#contract/detection.ts';
import { collectionUrl } from '#domain/installation/address.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { Access, ConnectionCandidate } from '../connections/connection-candidate.ts';
import { signOutQuietly } from '../connections/sign-out-quietly.ts';
import { signInMeaning } from '../sessions/sign-in-rules.ts';
import type { Address, Ports, SeenList, SignedIn } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import { addressCandidates, type DetectionTarget, rootsOf } from './address-candidates.ts';
import { adviceAfter, proposeConnections } from './propose-connections.ts';
import { counted } from '#domain/text/wording.ts';

type Credentials = Extract<Access, { kind: 'sign-in' }>['credentials'];

const limitMilliseconds = 45_000;

/**
 * Finds the installation at a typed address: signs in, reads the lists of likely API roots, and proposes
 * settings. Ends early when the origin does not answer. At the time limit, it proposes from what it has.
 */
export async function* detect(
  ports: Ports,
  { typed, candidate }: DetectionTarget,
  signal?: AbortSignal,
): AsyncGenerator<DetectionEvent, void, void> {
  const candidates = addressCandidates(typed);
  const limit = new AbortController();
  const done = new AbortController();
  ports.clock.sleep(limitMilliseconds, done.signal).then(
    () => {
      limit.abort();
    },
    () => undefined,
  );
  const end = AbortSignal.any(signal === undefined ? [limit.signal] : [limit.signal, signal]);
  const detection = new Detection(ports, candidate, end);
  try {
    yield {
      kind: 'begin',
      baseUrl: typed.baseUrl,
      apiRoot: typed.apiRoot,
      notes: [...typed.notes],
    };
    yield* detection.signIn(candidates.baseUrls);
    const { session } = detection;
    const first = session === null ? [] : [session.address.baseUrl];
    const roots = session === null ? [] : rootsOf(session.signedIn.supportedApiVersions);
    yield* detection.readLists(
      [...new Set([...first, ...candidates.baseUrls])],
      [...new Set([...candidates.apiRoots, ...roots])],
    );
    stopIfCancelled(signal);
    const { observations } = detection;
    const versions = session?.signedIn ?? null;
    const proposals = proposeConnections(observations, typed.apiRoot, versions);
    const advice = adviceAfter(observations, proposals, { timeIsUp: limit.signal.aborted });
    yield { kind: 'end', proposals, advice };
  } finally {
    done.abort();
    await detection.signOut();
  }
}

/** The requests of one detection, and what they showed. */
class Detection {
  readonly #ports: Ports;
  readonly #candidate: ConnectionCandidate;
  readonly #signal: AbortSignal;
  readonly observations: Observation[] = [];
  session: { readonly address: Address; readonly signedIn: SignedIn } | null = null;
  /** The origin does not answer, so nothing more is sent to it. */
  #isUnreachable = false;

  constructor(ports: Ports, candidate: ConnectionCandidate, signal: AbortSignal) {
    this.#ports = ports;
    this.#candidate = candidate;
    this.#signal = signal;
  }

  async *signIn(baseUrls: readonly string[]): AsyncGenerator<DetectionEvent, void, void> {
    const { access } = this.#candidate;
    if (access.kind !== 'sign-in') return;
    for (const baseUrl of baseUrls) {
      yield { kind: 'looking', what: 'sign-in', url: `${baseUrl}/api/token/` };
      const observation = await this.#tryToSignIn(baseUrl, access.credentials);
      yield this.#add(observation);
      // A password is sent to a second address only when the first has no sign-in.
      if (this.#isUnreachable || !['nothing', 'not-the-interface'].includes(observation.sight)) {
        return;
      }
    }
  }

  async *readLists(
    baseUrls: readonly string[],
    apiRoots: readonly string[],
  ): AsyncGenerator<DetectionEvent, void, void> {
    for (const baseUrl of baseUrls) {
      for (const apiRoot of apiRoots) {
        if (this.#isUnreachable) return;
        yield { kind: 'looking', what: 'list', url: collectionUrl({ baseUrl, apiRoot }) };
        yield this.#add(await this.#readList(baseUrl, apiRoot));
      }
      if (this.observations.some(({ sight }) => listSights.has(sight))) return;
    }
  }

  async signOut(): Promise<void> {
    const { session } = this;
    if (session === null) return;
    const target = { ...session.address, authToken: session.signedIn.authToken };
    await signOutQuietly(this.#ports.clock, (signal) => this.#ports.signIn.signOut(target, signal));
  }

  async #tryToSignIn(baseUrl: string, credentials: Credentials): Promise<Observation> {
    const address = { ...this.#candidate.address, baseUrl };
    try {
      const signedIn = await this.#ports.signIn.signIn(address, credentials, this.#signal);
      this.session = { address, signedIn };
      return signInSeen(baseUrl, signedIn);
    } catch (error) {
      const problem = problemOf(error);
      this.#isUnreachable = signInMeaning(problem) === 'no-answer';
      return noSignInSeen(baseUrl, problem);
    }
  }

  async #readList(baseUrl: string, apiRoot: string): Promise<Observation> {
    const { access, address } = this.#candidate;
    const entered = access.kind === 'auth-token' ? access.authToken : null;
    const authToken = this.session?.signedIn.authToken ?? entered;
    const target = { ...address, baseUrl, apiRoot, authToken };
    try {
      return listSeen(target, await this.#ports.probe.readList(target, apiRoot, this.#signal));
    } catch (error) {
      this.#isUnreachable = true;
      return noAnswerSeen(target, problemOf(error));
    }
  }

  #add(observation: Observation): DetectionEvent {
    this.observations.push(observation);
    return { kind: 'seen', observation };
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

const listSights = new Set<Observation['sight']>(['variant-a', 'variant-b', 'empty-list']);

function signInSeen(baseUrl: string, signedIn: SignedIn): Observation {
  const { supportedApiVersions: supported, deprecatedApiVersions: deprecated } = signedIn;
  const versions = [
    supported.length === 0 ? '' : ` Supported versions: ${supported.join(', ')}.`,
    deprecated.length === 0 ? '' : ` Deprecated versions: ${deprecated.join(', ')}.`,
  ].join('');
  const message = `Signed in at ${baseUrl}.${versions}`;
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

function noSignInSeen(baseUrl: string, problem: Problem): Observation {
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

function listSeen(place: Place, seen: SeenList): Observation {
  const { baseUrl, apiRoot } = place;
  const { status, webhooks, problem } = seen;
  const url = collectionUrl(place);
  const list = (sight: Sight, message: string): Observation => {
    return { what: 'list', baseUrl, apiRoot, sight, status, message, problem };
  };
  const count = counted(webhooks, 'webhook');
  switch (seen.looksLike) {
    case 'A':
      return list('variant-a', `${count} at ${url}, without payload types: variant A.`);
    case 'B':
      return list('variant-b', `${count} at ${url}, with payload types: variant B.`);
    case 'unknown':
      return list('empty-list', `A list at ${url} that does not show its variant (${count}).`);
    case 'none': {
      const sight = problem === null ? sightOfStatus(status) : sightOf(problem, 'needs-auth-token');
      return list(sight, messageFor(sight, url, place.authToken !== null, status));
    }
  }
}

function noAnswerSeen({ baseUrl, apiRoot }: Place, problem: Problem): Observation {
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

function messageFor(sight: Sight, url: string, withToken: boolean, status: number): string {
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
