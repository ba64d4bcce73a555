import { z } from 'zod';
import {
  plainRoute,
  type Probe,
  type ReadOptions,
  type SeenList,
  type SignedIn,
  type SignInService,
  type Target,
  type WebhookList,
  type WebhookService,
} from '#core/ports.ts';
import { type Managed, unmanaged } from '#domain/managed/managed-settings.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import { secretsOf } from '#domain/secrets/masking.ts';
import { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type Answer, AnswerTooLarge } from './answer.ts';
import { isHtml } from './errors/answer-content.ts';
import { type Context, ExchangeFailure, failureOf } from './errors/exchange-failure.ts';
import { contentProblem, exchangeProblem } from './errors/http-problems.ts';
import { type FixedLimits, fixedLimits } from './limits.ts';
import { readItem, readList } from './read-list.ts';
import { destinationOf } from './routes/destination.ts';
import type { AskSystemProxy, Environment } from './routes/proxy-address.ts';
import { RouteAgents } from './routes/route-agents.ts';
import { describeCertificate } from './tls/certificate-check.ts';
import { type ReadCredentials, tlsCredentials } from './tls/credentials.ts';
import { type WireRequest, WireRequests, withMaskedToken } from './wire-request.ts';
import { checkToken, isToken, type HttpTask, HttpClient } from './http-client.ts';

export interface HttpOptions {
  readonly version?: string;
  readonly environment?: Environment;
  readonly askSystemProxy?: AskSystemProxy | null;
  readonly secretsInUse?: SecretsInUse;
  readonly managed?: Managed;
  readonly readCredentials?: ReadCredentials;
  readonly limits?: Partial<FixedLimits>;
}

export type HttpServices = ReturnType<typeof createHttpServices>;

/** The REST interface, sign-in and probe of installations, which share the connections of their routes. */
export function createHttpServices(options: HttpOptions = {}) {
  const {
    version = '0.0.0',
    environment = process.env,
    askSystemProxy = null,
    secretsInUse = new SecretsInUse(),
    managed = unmanaged,
    readCredentials = tlsCredentials,
    limits,
  } = options;
  const allLimits: FixedLimits = { ...fixedLimits, ...limits };
  const agents = new RouteAgents({
    environment,
    askSystemProxy,
    readCredentials,
    idleMilliseconds: allLimits.idle,
  });
  const client = new HttpClient(agents, allLimits, secretsInUse, managed);
  const requests = new WireRequests(version);
  return {
    webhooks: createWebhookService(client, requests),
    signIn: createSignInService(client, requests, secretsInUse),
    probe: createProbe(client, requests),
    routes: () => agents.size,
    close: () => agents.close(),
  };
}

/** Rejects with a `ProblemError` that never contains the auth token. Source: interface document §4. */
function createWebhookService(client: HttpClient, requests: WireRequests): WebhookService {
  async function perform<Result>(
    target: Target,
    request: WireRequest,
    signal: AbortSignal | undefined,
    receive: HttpTask<Result>['receive'],
    definition?: WebhookDefinition,
  ): Promise<Result> {
    checkToken(target.authToken);
    return client.perform({
      address: target,
      request,
      secrets: [target.authToken],
      secretsOfBody: definition === undefined ? [] : secretsOf(definition),
      retries: request.method === 'GET',
      signal,
      receive,
    });
  }

  return {
    list: async (target, { signal, ...reports }: ReadOptions) =>
      perform(target, requests.list(target), signal, (answer, context) =>
        readList(answer, context, target.variant, reports),
      ),
    read: async (target, id, { signal }: ReadOptions) =>
      perform(target, requests.read(target, id), signal, (answer, context) =>
        readItem(answer, context, target.variant, id),
      ),
    send: async (target, write, signal) =>
      perform(
        target,
        requests.write(target, write),
        signal,
        checkWriteResponse,
        write.action === 'delete' ? undefined : write.definition,
      ),
    describe: (target, write) => withMaskedToken(requests.write(target, write)),
  };
}

/** For a write with status 2xx: ignores its body, but an HTML page means that a gateway answered instead. */
async function checkWriteResponse(answer: Answer, context: Context): Promise<void> {
  try {
    await answer.readUpTo(mostIgnoredBytes);
  } catch (error) {
    if (error instanceof ExchangeFailure) {
      throw exchangeProblem(error, context, answer.raw(context.masker));
    }
    if (!(error instanceof AnswerTooLarge)) throw error;
  }
  if (isHtml(answer)) throw contentProblem('page-after-write', answer, context);
  // RFC 9110 §15.3.3: the installation may apply it later, or not at all.
  if (answer.status === 202) throw contentProblem('accepted-for-later', answer, context);
}

const mostIgnoredBytes = 64 * 1024;

const mostSignInBytes = 64 * 1024;

const Time = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()))
  .nullish()
  .catch(null);
const Versions = z.array(z.coerce.string()).nullish().catch(null);

const TokenBody = z.object({
  issuedAt: Time,
  expiresAt: Time,
  version: z.coerce.string().nullish().catch(null),
  supported_api_versions: Versions,
  deprecated_api_versions: Versions,
});

/** Source: PEM documentation. Never retries. */
function createSignInService(
  client: HttpClient,
  requests: WireRequests,
  secretsInUse: SecretsInUse,
): SignInService {
  return {
    signIn: async (address, credentials, signal) =>
      client.perform({
        address,
        request: requests.signIn(address, credentials),
        secrets: [credentials.password],
        retries: false,
        signal,
        receive: async (answer, context) => {
          const authToken = answer.header('x-subject-token');
          if (authToken === null || !isToken(authToken)) throw await noToken(answer, context);
          secretsInUse.add([authToken]);
          return { authToken, ...(await tokenFactsOf(answer, context)) };
        },
      }),
    signOut: async (target, signal) => {
      checkToken(target.authToken);
      if (target.authToken === null) return;
      try {
        await client.perform({
          address: target,
          request: requests.signOut(target),
          secrets: [target.authToken],
          retries: false,
          signal,
          receive: (answer) => {
            answer.drop();
            return Promise.resolve();
          },
        });
      } catch (error) {
        // The auth token has already ended.
        if (error instanceof ProblemError && error.problem.code === 'unauthorized') return;
        throw error;
      }
    },
  };
}

/** What the body says of the token. Ignores an unexpected body: the token is enough. */
async function tokenFactsOf(
  answer: Answer,
  context: Context,
): Promise<Omit<SignedIn, 'authToken'>> {
  try {
    await answer.readUpTo(mostSignInBytes);
  } catch (error) {
    if (error instanceof ExchangeFailure && error.kind === 'aborted') {
      throw exchangeProblem(error, context);
    }
    if (!(error instanceof ExchangeFailure || error instanceof AnswerTooLarge)) throw error;
  }
  const body = parseJson(new TextDecoder().decode(answer.prefix.read().kept));
  const facts: Partial<z.infer<typeof TokenBody>> = TokenBody.safeParse(body).data ?? {};
  return {
    issuedAt: facts.issuedAt ?? null,
    expiresAt: facts.expiresAt ?? null,
    version: facts.version ?? null,
    supportedApiVersions: facts.supported_api_versions ?? [],
    deprecatedApiVersions: facts.deprecated_api_versions ?? [],
  };
}

async function noToken(answer: Answer, context: Context): Promise<ProblemError> {
  await answer.keepStart(context.limits.errorBody);
  return contentProblem('no-token', answer, context);
}

function createProbe(client: HttpClient, requests: WireRequests): Probe {
  return {
    certificate: async (address, signal) => {
      const request = requests.list({ ...address, authToken: null });
      const { url } = request;
      if (url.protocol !== 'https:') throw noCertificate(url);
      const { trust } = address.route ?? plainRoute;
      return client.withAgent({ address, secrets: [], request }, async ({ connector }) => {
        try {
          const { socket, presented } = await connector.inspect(destinationOf(url), signal);
          socket.destroy();
          return describeCertificate(presented, trust, await connector.credentials());
        } catch (error) {
          throw failureOf(error, 'connecting', signal);
        }
      });
    },
    readList: async (typedTarget, apiRoot, signal) => {
      const target = { ...typedTarget, apiRoot };
      checkToken(target.authToken);
      try {
        return await client.perform({
          address: target,
          request: requests.list(target),
          secrets: [target.authToken],
          retries: false,
          signal,
          // Variant B includes all fields of A; the missing fields then identify A.
          receive: async (answer, context) => {
            const list = await readList(answer, context, 'B');
            const webhooks = list.webhooks.length;
            return { status: answer.status, looksLike: variantOf(list), webhooks, problem: null };
          },
        });
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        const { problem } = error;
        const status = problem.answer?.status;
        if (status === undefined || incompleteAnswer.has(problem.code)) throw error;
        return { status, looksLike: 'none', webhooks: 0, problem };
      }
    },
  };
}

/** Problems of an answer that did not arrive whole, so that its status says nothing. */
const incompleteAnswer = new Set(['unreachable', 'timed-out', 'aborted']);

/** Only variant B has a payload type. Source: interface document §9. */
function variantOf({ webhooks }: WebhookList): SeenList['looksLike'] {
  if (webhooks.some(({ payloadType }) => payloadType !== null)) return 'B';
  const missing = webhooks.every(({ unreported }) => unreported.includes('payloadType'));
  return missing && webhooks.length > 0 ? 'A' : 'unknown';
}

const noCertificate = (url: URL): ProblemError =>
  plainError(
    'refused',
    `${url.host} uses plain http, without encryption and certificate.`,
    'Use an https:// address if the installation has one.',
  );
