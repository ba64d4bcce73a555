import { expect, test } from 'vitest';
import { startService } from '../start.ts';
import { rateLimit } from './rate-limit.ts';

test('so many pass in a second, and after a pause that many at once', () => {
  let now = 5_000;
  const limit = rateLimit(4, () => now);
  const passed = (tries: number): number => {
    let count = 0;
    for (let index = 0; index < tries; index += 1) {
      try {
        limit();
        count += 1;
      } catch (error) {
        expect(error).toMatchObject({ problem: { status: 429 }, headers: { 'retry-after': '1' } });
      }
    }
    return count;
  };
  expect(passed(10)).toBe(4);
  now += 250;
  expect(passed(10)).toBe(1);
  now += 60_000;
  expect(passed(10)).toBe(4);
});

test('one too many is answered with 429, changes nothing, and goes before the auth token', async () => {
  const service = await startService({ variant: 'A', authToken: 'fake', rate: 1 });
  const statuses = [];
  for (let index = 0; index < 4; index += 1) {
    const answer = await fetch(`${service.url}/api/v6/webhook/`);
    statuses.push(answer.status);
    if (answer.status !== 429) continue;
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(await answer.json()).toMatchObject({ type: 'urn:hookdesk:problem:too-many-requests' });
  }
  expect((await fetch(`${service.url}/openapi.json`)).status, 'documents do not count').toBe(200);
  await service.close();
  expect(statuses[0]).toBe(401);
  expect(statuses).toContain(429);
});
