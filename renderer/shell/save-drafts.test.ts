import { expect, it, onTestFinished, vi } from 'vitest';
import { Drafts } from '../shared/drafts/drafts.svelte.ts';
import { Notices } from '../shared/notices.svelte.ts';
import { aConnection } from '../shared/testing/a-connection.ts';
import { FakeDraftsHost } from '../shared/drafts/testing/drafts-host.fake.ts';
import { saveDrafts } from './save-drafts.ts';

it('a slow save shows a notice when it is late and another when it is done', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const host = new FakeDraftsHost();
  const connection = aConnection({ id: 'acme', variant: 'B' });
  const drafts = new Drafts(host.connect().client, {
    find: () => connection,
    isWritable: () => true,
  });
  void drafts.follow();
  const draft = await drafts.open(connection, 7, new AbortController().signal);
  const notices = new Notices();
  const answer = host.hold();
  draft.fields.name = 'Pager day';
  const saving = saveDrafts(drafts, notices);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(notices.all.map(({ text }) => text)).toEqual(['Edits are not saved to disk yet']);
  answer();
  await saving;
  expect(notices.all.map(({ text }) => text)).toEqual([
    'Edits are not saved to disk yet',
    'Edits saved to disk',
  ]);
});
