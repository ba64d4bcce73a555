import { expect, it, vi } from 'vitest';
import type { PauseView } from '#contract/pauses.ts';
import { Pauses } from './pauses.svelte.ts';
import { aPause, pausedWebhook } from './testing/pause-fixture.ts';

async function* once(pauses: PauseView[]) {
  yield await Promise.resolve({ pauses });
}

it('finds the pause that keeps a webhook disabled the longest', async () => {
  const short = aPause({ id: 'short', until: new Date('2026-11-26T17:00:00Z') });
  const long = aPause({
    id: 'long',
    until: new Date('2026-11-27T17:00:00Z'),
    webhooks: [pausedWebhook(2), pausedWebhook(4, 'deleted')],
  });
  const overdue = aPause({ id: 'overdue', status: 'overdue', webhooks: [pausedWebhook(1)] });
  const pauses = new Pauses({
    watch: () => Promise.resolve(once([overdue, long, short])),
    schedule: vi.fn(),
    end: vi.fn(),
  });
  await pauses.follow(() => undefined);
  expect(pauses.of('c1', 1)?.id).toBe('short');
  expect(pauses.of('c1', 2)?.id).toBe('long');
  for (const id of [3, 4, null]) expect(pauses.of('c1', id)).toBeNull();
  expect(pauses.of('c2', 1)).toBeNull();
  expect(pauses.toResume.map(({ id }) => id)).toEqual(['overdue']);
});
