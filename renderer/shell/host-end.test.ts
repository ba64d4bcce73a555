import { expect, test } from 'vitest';
import type { SavedReport, ShutdownEvent } from '#contract/app.ts';
import { HostEnd } from './host-end.svelte.ts';
import { fakeClient, streamOf } from '../shared/testing/client.fake.ts';

/** A host that emits these shutdown events; `reports` are the responses of the window. */
function endingHost(requests: AsyncGenerator<ShutdownEvent, void, void>) {
  const reports: SavedReport[] = [];
  const client = fakeClient({
    app: {
      watchShutdown: () => Promise.resolve(streamOf(requests)),
      reportSaved: (report: SavedReport) => {
        reports.push(report);
        return Promise.resolve();
      },
    },
  });
  return { client, reports };
}

async function* asks(...kinds: ShutdownEvent['kind'][]): AsyncGenerator<ShutdownEvent, void, void> {
  for (const [id, kind] of kinds.entries()) {
    await Promise.resolve();
    yield { kind, id };
  }
}

test('the window reports to the host only after the edits are saved', async () => {
  const { client, reports } = endingHost(asks('end'));
  const saving = Promise.withResolvers<undefined>();
  const saved = Promise.withResolvers<boolean>();
  const end = new HostEnd(client, () => {
    saving.resolve(undefined);
    return saved.promise;
  });
  expect(end.phase).toBe('running');
  const followed = end.follow();
  await saving.promise;
  expect(end.phase).toBe('ending');
  expect(reports).toEqual([]);
  saved.resolve(true);
  await followed;
  expect(reports).toEqual([{ id: 0, isSaved: true }]);
  end.noteLostConnection();
  expect(end.phase).toBe('ended');
  expect(end.isLost).toBe(true);
});

test('a window keeps running after a save request and handles the next one', async () => {
  const { client, reports } = endingHost(asks('save', 'save'));
  const saved = [false, true];
  const end = new HostEnd(client, () => Promise.resolve(saved.shift() === true));
  await end.follow();
  expect(end.phase).toBe('running');
  expect(reports).toEqual([
    { id: 0, isSaved: false },
    { id: 1, isSaved: true },
  ]);
});

test('a failed save is reported, and the window handles the next request', async () => {
  const { client, reports } = endingHost(asks('save', 'end'));
  const saves = [() => Promise.reject(new Error('The disk is full.')), () => Promise.resolve(true)];
  const end = new HostEnd(client, () => saves.shift()?.() ?? Promise.resolve(false));
  await end.follow();
  expect(end.phase).toBe('ending');
  expect(reports).toEqual([
    { id: 0, isSaved: false },
    { id: 1, isSaved: true },
  ]);
});

test('a host that ends without a shutdown event is unreachable', () => {
  const end = new HostEnd(endingHost(asks()).client, () => Promise.resolve(true));
  end.noteLostConnection();
  expect(end.phase).toBe('unreachable');
});

test('a connection that is lost while the window waits is no error', async () => {
  const client = fakeClient({
    app: { watchShutdown: () => Promise.reject(new Error('The connection is lost.')) },
  });
  await new HostEnd(client, () => Promise.reject(new Error('never asked'))).follow();
});
