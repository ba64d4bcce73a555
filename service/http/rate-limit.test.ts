import { expect, test } from 'vitest';
import { startService } from '../testing/start-tested.ts';
import { rateLimit } from './request-limits.ts';

test('allows the given number per second, and as many at once after a pause', () => {
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

test('returns 429 for a request over the limit, before the auth token is checked', async () => {
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
