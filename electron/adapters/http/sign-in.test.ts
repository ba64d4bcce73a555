import { afterEach, describe, expect, it } from 'vitest';
import { startService } from '../../../service/start.ts';
import { usersFile } from '../../../service/testing/users.ts';
import { mask } from '#domain/secrets/masking.ts';
import { SecretsInUse } from '#domain/secrets/secrets-in-use.ts';
import { Opened, routeWith } from './testing/clients.ts';
import { factOf, problemOf } from './testing/problem-of.ts';
import { sampleTarget } from './testing/samples.ts';
import { httpServer } from './testing/servers.ts';

const opened = new Opened();
const others: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  await opened.closeAll();
  for (const close of others.splice(0).reverse()) await close();
});

const credentials = { username: 'anna', password: 'canary-"right"' };
const route = routeWith();

async function realService() {
  const users = await usersFile({ anna: credentials.password });
  const service = await startService({
    variant: 'B',
    authToken: null,
    signIn: { usersFile: users.file, tokenTtl: 1200 },
  });
  others.push(
    () => {
      users.remove();
    },
    () => service.close(),
  );
  return { baseUrl: service.url, apiRoot: service.root, variant: 'B' as const, route };
}

const answering = (status: number, headers: Record<string, string>, body = '') =>
  opened.server(
    httpServer((_, response) => {
      response.writeHead(status, headers).end(body);
    }),
  );

describe('the real service', () => {
  it('issues a token that is valid until the sign-out', async () => {
    const address = await realService();
    const { signIn, webhooks } = opened.http();
    const { authToken, issuedAt, expiresAt, supportedApiVersions } = await signIn.signIn(
      address,
      credentials,
    );
    expect((expiresAt?.getTime() ?? 0) - (issuedAt?.getTime() ?? 0)).toBe(1_200_000);
    expect(supportedApiVersions).toEqual(['v14']);
    const target = { ...address, authToken };
    expect((await webhooks.list(target, {})).webhooks).toEqual([]);
    await signIn.signOut(target);
    expect((await problemOf(webhooks.list(target, {}))).code).toBe('unauthorized');
    // An expired token is the desired result, so it is no error.
    await signIn.signOut(target);
    await signIn.signOut({ ...target, authToken: null });
  });

  it('refuses a wrong password with one request, without the password in the problem', async () => {
    const address = await realService();
    const password = 'canary-wrong';
    const problem = await problemOf(
      opened.http().signIn.signIn(address, { ...credentials, password }),
    );
    expect(problem.code).toBe('unauthorized');
    expect(problem.message).toContain('user name with this password');
    expect(JSON.stringify(problem)).not.toContain('canary');
  });

  it('reports that it has no sign-in when it uses a fixed token', async () => {
    const service = await startService({ variant: 'A', authToken: 'fixed-token' });
    others.push(() => service.close());
    const address = { baseUrl: service.url, apiRoot: service.root, variant: 'A' as const, route };
    const problem = await problemOf(opened.http().signIn.signIn(address, credentials));
    expect(problem.code).toBe('not-found');
    expect(problem.message).toContain('/api/token/');
  });
});

describe('the response to a sign-in', () => {
  it.each<[string, string, object]>([
    ['nothing', '', {}],
    ['no JSON', '<html>', {}],
    ['another shape', '[1]', {}],
    [
      'fields of other types',
      '{"issuedAt":7,"expiresAt":"soon","version":null,"supported_api_versions":"all"}',
      {},
    ],
    [
      'numbers for versions',
      '{"version":16,"supported_api_versions":[6,14]}',
      { version: '16', supportedApiVersions: ['6', '14'] },
    ],
    [
      'times with an offset',
      '{"expiresAt":"2030-01-02T03:04:05+02:00"}',
      { expiresAt: new Date('2030-01-02T01:04:05Z') },
    ],
  ])('may contain %s beside the token', async (_, body, said) => {
    const { baseUrl } = await answering(200, { 'X-Subject-Token': 'fresh' }, body);
    expect(await opened.http().signIn.signIn(sampleTarget(baseUrl), credentials)).toEqual({
      authToken: 'fresh',
      issuedAt: null,
      expiresAt: null,
      version: null,
      supportedApiVersions: [],
      deprecatedApiVersions: [],
      ...said,
    });
  });

  it.each([
    ['is missing', {}],
    ['is empty', { 'X-Subject-Token': '' }],
  ])('is a problem when the token %s', async (_, headers) => {
    const { baseUrl } = await answering(
      201,
      { 'content-type': 'text/html', ...headers },
      '<title>Hi</title>',
    );
    const problem = await problemOf(
      opened.http().signIn.signIn(sampleTarget(baseUrl), credentials),
    );
    expect(problem.code).toBe('not-the-interface');
    expect(problem.message).toContain('an HTML page titled “Hi”');
  });

  it('never shows an echoed password, or a token in an error', async () => {
    const { password } = credentials;
    const body = JSON.stringify({
      detail: `No ${password}, ${Buffer.from(`anna:${password}`).toString('base64')}`,
      password: 'abc',
      errors: [{ pointer: '/password', detail: encodeURIComponent(password) }],
    });
    const { baseUrl } = await answering(
      400,
      { 'content-type': 'application/problem+json', 'X-Subject-Token': 'hidden-token' },
      body,
    );
    const problem = await problemOf(
      opened.http().signIn.signIn(sampleTarget(baseUrl), credentials),
    );
    const told = JSON.stringify(problem);
    expect(told).not.toMatch(/canary|hidden-token|"abc\\"|Y2FuYXJ5/);
    expect(told).toContain(mask);
  });

  it.each([429, 500, 503])('is not requested again after status %i', async (status) => {
    const server = await answering(status, { 'retry-after': '0', connection: 'close' });
    const { signIn } = opened.http({ limits: { retryPauses: [1, 1, 1] } });
    const problem = await problemOf(signIn.signIn(sampleTarget(server.baseUrl), credentials));
    expect(factOf(problem, 'Status')).toBe(String(status));
    expect(server.connections()).toBe(1);
  });
});

it('masks the sent password and the received token from then on', async () => {
  const { baseUrl } = await answering(201, { 'X-Subject-Token': 'fresh-token' });
  const secretsInUse = new SecretsInUse();
  await opened.http({ secretsInUse }).signIn.signIn(sampleTarget(baseUrl), credentials);
  expect(secretsInUse.mask(`${credentials.password} for fresh-token`)).toBe(`${mask} for ${mask}`);
});
