import { z } from 'zod';
import type { SignedIn, SignInService } from '#core/ports.ts';
import { ProblemError } from '#domain/problem.ts';
import { parseJson } from '#domain/text/parse-json.ts';
import type { SecretsInUse } from '../masking/secrets-in-use.ts';
import { type Answer, AnswerTooLarge } from './answer.ts';
import { type Context, ExchangeFailure } from './errors/exchange-failure.ts';
import { contentProblem, exchangeProblem } from './errors/http-problems.ts';
import { checkToken, isToken, type Wire } from './wire.ts';
import type { WireRequests } from './wire-request.ts';

const mostBytes = 64 * 1024;

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
export function createSignInService(
  wire: Wire,
  requests: WireRequests,
  secretsInUse: SecretsInUse,
): SignInService {
  return {
    signIn: async (address, credentials, signal) =>
      wire.perform({
        address,
        request: requests.signIn(address, credentials),
        secrets: [credentials.password],
        retries: false,
        signal,
        receive: async (answer, context) => {
          const authToken = answer.header('x-subject-token');
          if (authToken === null || !isToken(authToken)) throw await noToken(answer, context);
          secretsInUse.add([authToken]);
          return { authToken, ...(await saidOf(answer, context)) };
        },
      }),
    signOut: async (target, signal) => {
      checkToken(target.authToken);
      if (target.authToken === null) return;
      try {
        await wire.perform({
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

/** Ignores an unexpected body: the token is enough. */
async function saidOf(answer: Answer, context: Context): Promise<Omit<SignedIn, 'authToken'>> {
  try {
    await answer.readUpTo(mostBytes);
  } catch (error) {
    if (error instanceof ExchangeFailure && error.kind === 'aborted') {
      throw exchangeProblem(error, context);
    }
    if (!(error instanceof ExchangeFailure || error instanceof AnswerTooLarge)) throw error;
  }
  const body = parseJson(new TextDecoder().decode(answer.prefix.read().kept));
  const said: Partial<z.infer<typeof TokenBody>> = TokenBody.safeParse(body).data ?? {};
  return {
    issuedAt: said.issuedAt ?? null,
    expiresAt: said.expiresAt ?? null,
    version: said.version ?? null,
    supportedApiVersions: said.supported_api_versions ?? [],
    deprecatedApiVersions: said.deprecated_api_versions ?? [],
  };
}

async function noToken(answer: Answer, context: Context): Promise<ProblemError> {
  await answer.keepStart(context.limits.errorBody);
  return contentProblem('no-token', answer, context);
}
