import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningService, startService } from '../start.ts';
import { execute, newPlace, type Place } from '../testing/stored.ts';
import { usersFile } from '../testing/users.ts';

let place: Place;
let users: Awaited<ReturnType<typeof usersFile>>;
let instances: RunningService[];
const start = (): Promise<RunningService> =>
  startService({
    ...place.location,
    variant: 'B',
    authToken: null,
    signIn: { usersFile: users.file, tokenTtl: 60 },
  });
beforeEach(async () => {
  place = await newPlace();
  users = await usersFile({ anna: 'canary-right', bert: 'b' });
  instances = await Promise.all([start(), start()]);
});
afterEach(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  users.remove();
  await place.remove();
});

const urlOf = (index: number): string => instances[index % instances.length]?.url ?? '';
const signIn = (index: number, username: string, password: string): Promise<Response> =>
  fetch(`${urlOf(index)}/api/token/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
const listStatus = async (index: number, token: string): Promise<number> => {
  const headers = { 'X-Auth-Token': token };
  return (await fetch(`${urlOf(index)}/api/v14/webhook/`, { headers })).status;
};

test('an auth token of one instance is valid at the other, until it is revoked there', async () => {
  const token = (await signIn(0, 'anna', 'canary-right')).headers.get('x-subject-token') ?? '';
  expect([await listStatus(0, token), await listStatus(1, token)]).toEqual([200, 200]);
  expect([await listStatus(1, 'wrong'), await listStatus(1, '')]).toEqual([401, 401]);
  const revoked = await fetch(`${urlOf(1)}/api/token/`, {
    method: 'DELETE',
    headers: { 'X-Auth-Token': token },
  });
  expect(revoked.status).toBe(204);
  expect([await listStatus(0, token), await listStatus(1, token)]).toEqual([401, 401]);
});

test('wrong passwords count at both instances together', async () => {
  const tried = await Promise.all(
    Array.from({ length: 20 }, (_, index) => signIn(index, 'anna', 'guess')),
  );
  expect(tried.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(tried.filter(({ status }) => status === 429)).toHaveLength(15);
  for (const index of [0, 1]) {
    const refused = await signIn(index, 'anna', 'canary-right');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect((await signIn(index, 'bert', 'b')).status, 'another user').toBe(201);
  }
});

test('wrong passwords count for a minute', async () => {
  for (let index = 0; index < 5; index += 1) await signIn(index, 'anna', 'guess');
  expect((await signIn(0, 'anna', 'canary-right')).status).toBe(429);
  const sql = "UPDATE webhook_service.sign_in_try SET at = at - interval '1 minute'";
  await execute(place.location.database ?? '', sql);
  // The queue of the other instance does not count these tries.
  for (const instance of instances) await instance.close();
  instances = [await start()];
  expect((await signIn(0, 'anna', 'canary-right')).status).toBe(201);
});

test('an auth token expires, and its times are those of the database', async () => {
  const before = Date.now();
  const answer = await signIn(0, 'anna', 'canary-right');
  const token = answer.headers.get('x-subject-token') ?? '';
  const Times = z.object({ issuedAt: z.iso.datetime(), expiresAt: z.iso.datetime() });
  const { issuedAt, expiresAt } = Times.parse(await answer.json());
  expect(Math.abs(Date.parse(issuedAt) - before)).toBeLessThan(5_000);
  expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBe(60_000);
  expect(await listStatus(1, token)).toBe(200);
  const sql = "UPDATE webhook_service.auth_token SET expires_at = now() - interval '1 second'";
  await execute(place.location.database ?? '', sql);
  expect(await listStatus(1, token)).toBe(401);
});

test('many correct sign-ins at once all succeed', async () => {
  const all = await Promise.all(
    Array.from({ length: 16 }, (_, index) => signIn(index, 'anna', 'canary-right')),
  );
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 201));
});

test('an update at one instance is in the next list of the other', async () => {
  const token = (await signIn(0, 'anna', 'canary-right')).headers.get('x-subject-token') ?? '';
  const headers = { 'X-Auth-Token': token, 'Content-Type': 'application/json' };
  const webhook = { name: 'One', url: 'https://one.example/' };
  const list = async (index: number): Promise<string> =>
    (await fetch(`${urlOf(index)}/api/v14/webhook/`, { headers })).text();
  for (const index of [0, 1]) {
    expect(await list(1 - index)).not.toContain(`Round ${index}`);
    const body = JSON.stringify({ ...webhook, name: `Round ${index}` });
    await fetch(`${urlOf(index)}/api/v14/webhook/`, { method: 'POST', headers, body });
    expect(await list(1 - index)).toContain(`Round ${index}`);
  }
});
