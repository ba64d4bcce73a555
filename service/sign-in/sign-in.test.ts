import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../testing/start-tested.ts';
import { serverUrl } from '../testing/stored.ts';
import { quickHash, usersFile } from '../testing/users.ts';
import { setUser } from '../users/users-file.ts';
import { variantNames } from '../webhooks/body-types.ts';

let service: RunningService;
let users: Awaited<ReturnType<typeof usersFile>>;
let now: number;
let failures: unknown[];
beforeEach(async () => {
  now = Date.UTC(2025, 2, 14, 9);
  failures = [];
  users = await usersFile({ anna: 'canary-right', bert: 'b' });
  service = await startService({
    variant: 'B',
    authToken: null,
    signIn: { usersFile: users.file, tokenTtl: 1200, clock: { now: () => now } },
    onFailure: (error) => failures.push(error),
  });
});
afterEach(async () => {
  await service.close();
  users.remove();
});

const post = (body: unknown, base = service): Promise<Response> =>
  fetch(`${base.url}/api/token/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const signIn = (username: string, password: string) => post({ username, password });
const token = async (): Promise<string> =>
  (await signIn('anna', 'canary-right')).headers.get('x-subject-token') ?? '';
const call = (method: string, path: string, sent?: string): Promise<Response> =>
  fetch(service.url + path, {
    method,
    headers: sent === undefined ? {} : { 'X-Auth-Token': sent },
  });
const list = async (sent?: string): Promise<number> =>
  (await call('GET', '/api/v14/webhook/', sent)).status;

/** With a database, the times are those of its clock: see `instances/shared.test.ts`. */
const ownClock = serverUrl() === null;

describe('signing in', () => {
  test.runIf(ownClock)(
    'returns a token in a header, and its times and the API versions in the body',
    async () => {
      const answer = await signIn('anna', 'canary-right');
      expect(answer.status).toBe(201);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const given = answer.headers.get('x-subject-token') ?? '';
      expect(given).toMatch(/^[\w-]{43}$/);
      const text = await answer.text();
      expect(text).not.toContain(given);
      expect(JSON.parse(text)).toEqual({
        issuedAt: '2025-03-14T09:00:00.000Z',
        expiresAt: '2025-03-14T09:20:00.000Z',
        version: 'v14',
        supported_api_versions: ['v14'],
        deprecated_api_versions: [],
      });
      expect(await list(given)).toBe(200);
    },
  );

  test.each([
    ['a wrong password', 'anna', 'wrong'],
    ['the password of somebody else', 'anna', 'b'],
    ['an empty password', 'anna', ''],
    ['nobody', 'clara', 'canary-right'],
    ['another case', 'Anna', 'canary-right'],
    ['a name that every object has', 'constructor', 'x'],
  ])('with %s is refused with the same message', async (_title, name, password) => {
    const answer = await signIn(name, password);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('x-subject-token')).toBeNull();
    expect(await answer.json()).toMatchObject({
      type: 'urn:hookdesk:problem:unauthorized',
      detail: 'The name of the user or the password is wrong.',
    });
  });

  test.each([
    [{ username: 'anna' }, '#'],
    [{ username: 'anna', password: 7 }, '#/password'],
    [{ username: 'anna', password: 'canary-right', remember: true }, '#/remember'],
  ])('with the body %j is refused', async (body, pointer) => {
    const answer = await post(body);
    const text = await answer.text();
    expect(answer.status).toBe(400);
    expect(text).toContain(`"pointer":"${pointer}"`);
    expect(text).not.toContain('canary');
  });

  test('returns 404 without a users file', async () => {
    const other = await startService({ variant: 'A', authToken: 'fake' });
    expect((await post({ username: 'anna', password: 'x' }, other)).status).toBe(404);
    await other.close();
  });

  test('returns 503 and reports the reason to the operator while the users file is missing', async () => {
    rmSync(users.file);
    const answer = await signIn('anna', 'canary-right');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.text()).not.toContain(users.file);
    expect(String(failures[0])).toContain(users.file);
    setUser(users.file, 'anna', await quickHash('new'));
    expect((await signIn('anna', 'new')).status, 'what is added counts at once').toBe(201);
  });
});

describe('a token', () => {
  test('is required, and only an issued one is accepted', async () => {
    expect(await list()).toBe(401);
    expect(await list('')).toBe(401);
    expect(await list('canary-right')).toBe(401);
    expect(await list(`${await token()}x`)).toBe(401);
  });

  test.runIf(ownClock)('expires after its lifetime', async () => {
    const given = await token();
    now += 1_199_999;
    expect(await list(given)).toBe(200);
    now += 1;
    expect(await list(given)).toBe(401);
    now -= 1000;
    expect(await list(given), 'for good').toBe(401);
  });

  test('is revoked when its owner signs out, and other tokens stay valid', async () => {
    const [first, second] = [await token(), await token()];
    const answer = await call('DELETE', '/api/token/', first);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(await list(first)).toBe(401);
    expect(await list(second)).toBe(200);
    expect((await call('DELETE', '/api/token/', first)).status).toBe(401);
    expect((await call('DELETE', '/api/token/')).status).toBe(401);
  });
});

describe('wrong tries', () => {
  test.runIf(ownClock)(
    'block even the correct password of a user at an address after five in a minute',
    async () => {
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await signIn('anna', 'wrong')).status).toBe(401);
        now += 1_000;
      }
      const answer = await signIn('anna', 'canary-right');
      expect(answer.status).toBe(429);
      expect(answer.headers.get('retry-after')).toBe('55');
      expect((await signIn('bert', 'b')).status, 'others are not kept out').toBe(201);
      now += 55_000;
      expect((await signIn('anna', 'canary-right')).status).toBe(201);
    },
  );

  // The check of an unknown user is as slow as the check of a known one.
  test('count for unknown users too', { tags: 'slow', timeout: 120_000 }, async () => {
    for (let tries = 0; tries < 5; tries += 1) await signIn('clara', 'wrong');
    expect((await signIn('clara', 'wrong')).status).toBe(429);
  });

  test('are limited to five in concurrent requests too', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn('anna', 'wrong')));
    const tried = answers.filter(({ status }) => status === 401);
    expect(tried.length).toBeLessThanOrEqual(5);
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true);
  });

  test('are reset by a correct password', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 4; tries += 1) await signIn('anna', 'wrong');
      expect((await signIn('anna', 'canary-right')).status).toBe(201);
    }
  });
});

test.each(variantNames)(
  'sign-in uses the path beside the configured API root, variant %s',
  async (variant) => {
    const other = await startService({
      variant,
      root: '/pem/api/v16',
      authToken: null,
      signIn: { usersFile: users.file, tokenTtl: 60 },
    });
    const answer = await fetch(`${other.url}/pem/api/token/`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, DELETE']);
    expect((await fetch(`${other.url}/api/token/`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${other.url}/pem/api/v16/webhook/`)).status).toBe(401);
    await other.close();
  },
);
