import { setMaxListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningService, startService } from '../testing/start-tested.ts';
import { quickHash, usersFile } from '../testing/users.ts';
import { hashPassword } from '../users/password-hash.ts';

let service: RunningService;
let users: Awaited<ReturnType<typeof usersFile>>;
/** Users with slow password hashes, so that many sign-ins have to wait. */
const targets = Array.from({ length: 100 }, (_, index) => `user ${index}`);
beforeEach(async () => {
  users = await usersFile({});
  const slow = await hashPassword('secret', { ln: 13, r: 8, p: 1 });
  const list = [
    { name: 'anna', password: await quickHash('canary-right') },
    { name: 'bert', password: await quickHash('b') },
    ...targets.map((name) => ({ name, password: slow })),
  ];
  writeFileSync(users.file, JSON.stringify({ users: list }));
  service = await startService({
    variant: 'B',
    authToken: null,
    signIn: { usersFile: users.file, tokenTtl: 1200 },
  });
});
afterEach(async () => {
  await service.close();
  users.remove();
});

interface Answer {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** Signs in on a new connection from the local address `from`. */
const signIn = (
  from: string,
  username: string,
  password: string,
  signal?: AbortSignal,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = http.request(`${service.url}/api/token/`, {
      method: 'POST',
      localAddress: from,
      agent: false,
      ...(signal !== undefined && { signal }),
      headers: { 'Content-Type': 'application/json' },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const { statusCode: status, headers } = response;
        resolve({ status, retryAfter: headers['retry-after'], text });
      });
    });
    request.end(JSON.stringify({ username, password }));
  });

test('wrong passwords block only that user at that address', async () => {
  const tried = await Promise.all(
    Array.from({ length: 30 }, () => signIn('127.0.0.2', 'anna', 'guess')),
  );
  expect(tried.filter(({ status }) => status === 401)).toHaveLength(5);
  const refused = await signIn('127.0.0.2', 'anna', 'canary-right');
  expect(refused.status).toBe(429);
  expect(refused.retryAfter).toMatch(/^[1-9]\d*$/);
  expect(refused.text).toContain('Too many wrong passwords for this user from this address.');
  expect(await signIn('127.0.0.1', 'anna', 'canary-right')).toMatchObject({ status: 201 });
  expect(await signIn('127.0.0.2', 'bert', 'b'), 'nor another user there').toMatchObject({
    status: 201,
  });
  expect(await signIn('127.0.0.2', 'anna', 'canary-right'), 'still').toMatchObject({ status: 429 });
});

/** Sends one guess per target at once; resolves when the queue is full or all have a response. */
async function guessAll(fromOf: (index: number) => string) {
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  const full = Promise.withResolvers<undefined>();
  const all = Promise.allSettled(
    targets.map(async (user, index) => {
      const { status, text } = await signIn(fromOf(index), user, 'guess', end.signal);
      expect([401, 429]).toContain(status);
      if (text.includes('Too many people sign in at once.')) full.resolve(undefined);
    }),
  );
  await Promise.race([full.promise, all]);
  return async (): Promise<void> => {
    end.abort();
    await all;
  };
}

test('many concurrent guesses do not block a correct password', async () => {
  const end = await guessAll(() => '127.0.0.2');
  const good = await Promise.all([
    signIn('127.0.0.1', 'anna', 'canary-right'),
    signIn('127.0.0.3', 'anna', 'canary-right'),
    signIn('127.0.0.1', 'bert', 'b'),
  ]);
  expect(good.map(({ status }) => status)).toEqual([201, 201, 201]);
  await end();
});

test('guesses from many addresses do not block a correct password', async () => {
  const addressOf = (index: number): string => `127.0.1.${index + 1}`;
  for (const index of targets.keys()) await signIn(addressOf(index), 'anna', 'guess');
  const end = await guessAll(addressOf);
  expect(await signIn('127.0.0.1', 'anna', 'canary-right')).toMatchObject({ status: 201 });
  await end();
});
