import type { FastifyInstance } from 'fastify';
import { tokenPath, versionIn } from '../openapi/signing-in.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import type { SignInBody } from '../webhooks/body-types.ts';
import { clientAddress } from './request-limits.ts';
import { type Gates, sentToken } from './gates.ts';
import { type BodyReader, noBody } from './request-bodies.ts';

/** Adds sign-in and sign-out as PEM documents them. `gates` must not require an auth token. */
export function addTokenRoutes(
  app: FastifyInstance,
  parts: { root: string; signIn: SignIn; body: BodyReader<SignInBody>; gates: Gates },
): void {
  const { root, signIn, body, gates } = parts;
  const url = tokenPath(root);
  const version = versionIn(root);
  app.post(url, gates, async (request, reply) => {
    const { username, password } = body(request.body);
    const attempt = {
      user: username,
      address: clientAddress(request.ip),
      signal: request.signal,
    };
    const { token, issuedAt, expiresAt } = await signIn.signIn(attempt, password);
    const facts = {
      issuedAt: new Date(issuedAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      version: version ?? '',
      supported_api_versions: version === null ? [] : [version],
      deprecated_api_versions: [],
    };
    return reply
      .code(201)
      .headers({
        'x-subject-token': token,
        'cache-control': 'no-store',
        'content-type': 'application/json',
      })
      .send(Buffer.from(JSON.stringify(facts)));
  });
  app.delete(url, gates, async (request, reply) => {
    noBody(request.body);
    await signIn.signOut(sentToken(request.headers));
    return reply.code(204).send();
  });
}
