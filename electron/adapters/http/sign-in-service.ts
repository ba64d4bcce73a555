import { z } from 'zod';
import type { SignedIn, SignInService } from '#core/ports.ts';
import { ProblemError } from '#domain/problem.ts';
import type { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import { type Answer, AnswerTooLarge } from './answer.ts';
import { type Context, ExchangeFailure } from './errors/exchange-failure.ts';
import { contentProblem, exchangeProblem } from './errors/http-problems.ts';
import { checkToken, type HttpClient, isToken } from './http-client.ts';
import type { WireRequests } from './wire-request.ts';

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

/** Source: PEM documentation. Neither request is retried, because neither is a read. */
export function createSignInService(
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
