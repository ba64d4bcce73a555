import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeDraftStore } from '#test-support/draft-store.fake.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import type { DraftEdit } from '#domain/draft/stored-draft.ts';
import { ShutdownEvent } from '#contract/app.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { startWebHost } from './host.ts';
import { clientOf } from '#test-support/window-fixture.ts';
import { identityFor } from '#test-support/draft-fixture.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-save-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const draft: DraftEdit = {
  ...identityFor('test/7'),
  id: 'test/7',
  connectionId: 'test',
  webhookId: 7,
  base: null,
  definition: emptyDefinition('A'),
  editedAt: new Date(0),
};

/**
 * Starts a host, with a window that watches for its shutdown. `pass` ends the waiting time of the
 * host.
 */
async function start() {
  const drafts = new FakeDraftStore();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const clock = { ...fakePorts().clock, sleep: () => promise };
  const host = await startWebHost({
    dataFolder: folder,
    version: '1.2.3',
    page: new Map(),
    compose: () => ({
      ports: { ...fakePorts(), drafts, clock },
      notices: [],
      close: () => Promise.resolve(),
    }),
  });
  const key = new URL(host.urlWithKey).hash.slice('#key='.length);
  const client = await clientOf(host.url, key, new URL(host.url).origin);
  const events = await client.app.watchShutdown();
  const asked = events.next();
  const pass = (): void => {
    resolve(undefined);
  };
  return { host, client, drafts, asked, pass };
}

test('shutdown makes the window save, and accepts its edits until it answers', async () => {
  const { host, client, drafts, asked } = await start();
  const ended = host.close();
  const { kind, id } = ShutdownEvent.parse((await asked).value);
  expect(kind).toBe('end');
  await client.drafts.save({ draft, basedOn: null });
  expect(drafts.held.has(draft.id)).toBe(true);
  const reported = client.app.reportSaved({ id, isSaved: true });
  // The host may end before its answer arrives.
  await Promise.all([ended, Promise.allSettled([reported])]);
});

test('a window that never answers does not block shutdown, and can save until then', async () => {
  const { host, client, drafts, asked, pass } = await start();
  const ended = host.close();
  await asked;
  await client.drafts.save({ draft, basedOn: null });
  pass();
  await ended;
  expect(drafts.held.has(draft.id)).toBe(true);
});
