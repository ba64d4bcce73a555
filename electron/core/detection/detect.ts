import type { DetectionEvent, Observation } from '#contract/detection.ts';
import { collectionUrl } from '#domain/installation/address.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { Access, ConnectionCandidate } from '../connections/connection-candidate.ts';
import type { Address, Ports, SignedIn } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import { signInMeaning } from '../installations/sign-in-state.ts';
import { signOutQuietly } from '../connections/sign-out-quietly.ts';
import { adviceAfter } from './advice.ts';
import { listSeen, noAnswer, notSignedIn, signedIn } from './observe.ts';
import { candidatesFor, rootsOf } from './address-candidates.ts';
import { propose } from './propose.ts';
import type { Search } from './search.ts';

type Needs = Pick<Ports, 'signIn' | 'probe' | 'clock'>;
type Credentials = Extract<Access, { kind: 'sign-in' }>['credentials'];

const limitMilliseconds = 45_000;

/** Ends early when the origin does not answer. At the time limit, it proposes from what it has. */
export async function* detect(
  ports: Needs,
  { typed, candidate }: Search,
  signal?: AbortSignal,
): AsyncGenerator<DetectionEvent, void, void> {
  const places = candidatesFor(typed);
  const limit = new AbortController();
  const done = new AbortController();
  ports.clock.sleep(limitMilliseconds, done.signal).then(
    () => {
      limit.abort();
    },
    () => undefined,
  );
  const looking = AbortSignal.any(signal === undefined ? [limit.signal] : [limit.signal, signal]);
  const search = new Looking(ports, candidate, looking);
  try {
    yield {
      kind: 'begin',
      baseUrl: typed.baseUrl,
      apiRoot: typed.apiRoot,
      notes: [...typed.notes],
    };
    yield* search.signIn(places.baseUrls);
    const { session } = search;
    const first = session === null ? [] : [session.address.baseUrl];
    const roots = session === null ? [] : rootsOf(session.given.supportedApiVersions);
    yield* search.readLists(
      [...new Set([...first, ...places.baseUrls])],
      [...new Set([...places.apiRoots, ...roots])],
    );
    stopIfCancelled(signal);
    const proposals = propose(search.seen, typed.apiRoot, session?.given ?? null);
    const advice = adviceAfter(search.seen, proposals, { timeIsUp: limit.signal.aborted });
    yield { kind: 'end', proposals, advice };
  } finally {
    done.abort();
    await search.signOut();
  }
}

class Looking {
  readonly #ports: Needs;
  readonly #candidate: ConnectionCandidate;
  readonly #signal: AbortSignal;
  readonly seen: Observation[] = [];
  session: { readonly address: Address; readonly given: SignedIn } | null = null;
  #over = false;

  constructor(ports: Needs, candidate: ConnectionCandidate, signal: AbortSignal) {
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
      yield this.#saw(observation);
      // A password is sent to a second address only when the first has no sign-in.
      if (this.#over || !['nothing', 'not-the-interface'].includes(observation.sight)) return;
    }
  }

  async *readLists(
    baseUrls: readonly string[],
    apiRoots: readonly string[],
  ): AsyncGenerator<DetectionEvent, void, void> {
    for (const baseUrl of baseUrls) {
      for (const apiRoot of apiRoots) {
        if (this.#over) return;
        yield { kind: 'looking', what: 'list', url: collectionUrl({ baseUrl, apiRoot }) };
        yield this.#saw(await this.#readList(baseUrl, apiRoot));
      }
      if (this.seen.some(({ sight }) => lists.has(sight))) return;
    }
  }

  async signOut(): Promise<void> {
    const { session } = this;
    if (session === null) return;
    const target = { ...session.address, authToken: session.given.authToken };
    await signOutQuietly(this.#ports.clock, (signal) => this.#ports.signIn.signOut(target, signal));
  }

  async #tryToSignIn(baseUrl: string, credentials: Credentials): Promise<Observation> {
    const address = { ...this.#candidate.address, baseUrl };
    try {
      const given = await this.#ports.signIn.signIn(address, credentials, this.#signal);
      this.session = { address, given };
      return signedIn(baseUrl, given);
    } catch (error) {
      const problem = problemOf(error);
      this.#over = signInMeaning(problem) === 'no-answer';
      return notSignedIn(baseUrl, problem);
    }
  }

  async #readList(baseUrl: string, apiRoot: string): Promise<Observation> {
    const { access, address } = this.#candidate;
    const pasted = access.kind === 'auth-token' ? access.authToken : null;
    const authToken = this.session?.given.authToken ?? pasted;
    const target = { ...address, baseUrl, apiRoot, authToken };
    try {
      return listSeen(target, await this.#ports.probe.readList(target, apiRoot, this.#signal));
    } catch (error) {
      this.#over = true;
      return noAnswer(target, problemOf(error));
    }
  }

  #saw(observation: Observation): DetectionEvent {
    this.seen.push(observation);
    return { kind: 'seen', observation };
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

const lists = new Set<Observation['sight']>(['variant-a', 'variant-b', 'empty-list']);
