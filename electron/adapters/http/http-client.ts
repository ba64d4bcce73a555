import { type Address, plainRoute } from '#core/ports.ts';
import { hostRefusal, type Managed } from '#domain/managed/managed-settings.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import { KnownSecretMasker } from '#domain/secrets/known-secret-masker.ts';
import type { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import type { Answer } from './answer.ts';
import { exchange } from './exchange.ts';
import { type Context, contextOf, ExchangeFailure } from './errors/exchange-failure.ts';
import { exchangeProblem, statusProblem } from './errors/http-problems.ts';
import { type FixedLimits, type HttpLimits, shownBytes } from './limits.ts';
import { mayRetry, retryRead } from './retry-reads.ts';
import { managedRoute } from './routes/no-proxy.ts';
import { type RouteAgent, type RouteAgents, secretsOfRoute } from './routes/route-agents.ts';
import type { WireRequest } from './wire-request.ts';

/** A request, and what to do with its answer. */
export interface HttpTask<Result> {
  readonly address: Address;
  readonly request: WireRequest;
  /** No problem may contain them; the route's secrets are added. */
  readonly secrets: readonly (string | null)[];
  /** Secrets of the body that an answer may quote; no problem may contain them. */
  readonly secretsOfBody?: readonly string[];
  /** Makes one attempt, although the request is a read. */
  readonly isTriedOnce?: boolean;
  readonly signal: AbortSignal | undefined;
  readonly receive: (answer: Answer, context: Context) => Promise<Result>;
}

/**
 * Performs every request to an installation, retries reads, and follows no redirects (`exchange.ts`).
 * Throws only `ProblemError`s without secrets.
 */
export class HttpClient {
  readonly #agents: RouteAgents;
  readonly #limits: FixedLimits;
  readonly #secretsInUse: SecretsInUse;
  readonly #managed: Managed;

  constructor(
    agents: RouteAgents,
    limits: FixedLimits,
    secretsInUse: SecretsInUse,
    managed: Managed,
  ) {
    this.#agents = agents;
    this.#limits = limits;
    this.#secretsInUse = secretsInUse;
    this.#managed = managed;
  }

  async perform<Result>(task: HttpTask<Result>): Promise<Result> {
    return this.withAgent(task, async ({ agent }, context) => {
      const attempt = (): Promise<Result> => this.#once(agent, context, task);
      const isRetried = mayRetry(task.request) && task.isTriedOnce !== true;
      return isRetried ? retryRead(context.limits, task.signal, attempt) : attempt();
    });
  }

  /** Every request to an installation passes here, so managed settings take effect here. */
  async withAgent<Result>(
    {
      address,
      secrets,
      secretsOfBody = [],
      request,
    }: Pick<HttpTask<unknown>, 'address' | 'secrets' | 'secretsOfBody' | 'request'>,
    work: (agent: RouteAgent, context: Context) => Promise<Result>,
  ): Promise<Result> {
    const { route: routeOfSettings = plainRoute } = address;
    const refusal =
      routeOfSettings.practice === true ? null : hostRefusal(this.#managed, request.url);
    if (refusal !== null) throw new ProblemError(refusal);
    const route = managedRoute(this.#managed, routeOfSettings, request.url);
    const secretsOfTask = [
      ...secrets,
      ...secretsOfRoute(route, request.url, this.#agents.environment),
    ];
    this.#secretsInUse.add(secretsOfTask);
    const masker = new KnownSecretMasker(
      ...this.#secretsInUse.all,
      ...secretsOfTask,
      ...secretsOfBody,
    );
    const limits: HttpLimits = { ...this.#limits, ...route.limits };
    const proxyIsManaged = route !== routeOfSettings;
    const context = contextOf(request, { ...route, proxyIsManaged }, limits, masker);
    try {
      return await this.#agents.use(request.url, route, (agent) => work(agent, context));
    } catch (error) {
      const problem = error instanceof ExchangeFailure ? exchangeProblem(error, context) : error;
      // Omits the cause: it may contain masked secrets.
      if (problem instanceof ProblemError) throw new ProblemError(masker.problem(problem.problem));
      throw problem;
    }
  }

  async #once<Result>(
    agent: RouteAgent['agent'],
    context: Context,
    { signal, receive }: HttpTask<Result>,
  ): Promise<Result> {
    const { request, limits, masker } = context;
    const keep = Math.max(4 * shownBytes, shownBytes + masker.longestForm);
    let answer: Answer;
    try {
      answer = await exchange(agent, request, limits, signal, keep);
    } catch (error) {
      throw error instanceof ExchangeFailure ? exchangeProblem(error, context) : error;
    }
    if (answer.status < 200 || answer.status > 299) throw await statusProblem(answer, context);
    return receive(answer, context);
  }
}

/** RFC 9110 §5.5. @throws ProblemError when a header cannot carry the token */
export function checkToken(authToken: string | null): void {
  if (authToken === null || isToken(authToken)) return;
  throw plainError(
    'unauthorized',
    'The auth token is empty or contains invalid characters.',
    'Enter the auth token again. Nothing was sent.',
  );
}

export const isToken = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]+$/.test(text);
