import { expect, test } from 'vitest';
import type { ShutdownEvent } from '#contract/shutdown.ts';
import { HostEnd } from './host-end.svelte.ts';
import { fakeClient, streamOf } from './testing/client.fake.ts';

/** A host that asks its windows to save when `ask` is called; `events` is what happened, in order. */
function endingHost() {
  const events: string[] = [];
  const asked = Promise.withResolvers<undefined>();
  async function* watch(): AsyncGenerator<ShutdownEvent, void, void> {
    await asked.promise;
    try {
      yield { kind: 'save' };
    } finally {
      events.push('answered');
    }
  }
  const client = fakeClient({
    app: { watchShutdown: () => Promise.resolve(streamOf(watch())) },
  });
  const ask = (): void => {
    asked.resolve(undefined);
  };
  return { client, events, ask };
}

test('the host is answered when the edits are saved, and not before', async () => {
  const { client, events, ask } = endingHost();
  const saving = Promise.withResolvers<undefined>();
  const saved = Promise.withResolvers<undefined>();
  const end = new HostEnd(client, async () => {
    saving.resolve(undefined);
    await saved.promise;
    events.push('saved');
  });
  const followed = end.follow();
  expect(end.phase).toBe('running');
  ask();
  await saving.promise;
  expect(end.phase).toBe('ending');
  expect(events).toEqual([]);
  saved.resolve(undefined);
  await followed;
  expect(events).toEqual(['saved', 'answered']);
  end.lose();
  expect(end.phase).toBe('ended');
  expect(end.isLost).toBe(true);
});

test('a host that goes without asking is unreachable', () => {
  const end = new HostEnd(endingHost().client, () => Promise.resolve());
  end.lose();
  expect(end.phase).toBe('unreachable');
});

test('a connection that breaks while the window waits is no error', async () => {
  const client = fakeClient({
    app: { watchShutdown: () => Promise.reject(new Error('The connection is lost.')) },
  });
  await new HostEnd(client, () => Promise.reject(new Error('never asked'))).follow();
});
