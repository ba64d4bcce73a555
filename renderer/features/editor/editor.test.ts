import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { plainProblem, type PlainProblemCode } from '#domain/problem.ts';
import { aDraft } from '#test-support/draft-fixture.ts';
import { Drafts } from '../../shared/drafts/drafts.svelte.ts';
import { FakeDraftsHost } from '../../shared/drafts/testing/drafts-host.fake.ts';
import { aConnection } from '../../shared/testing/a-connection.ts';
import { fakeClient } from '../../shared/testing/client.fake.ts';
import { Editor } from './editor.svelte.ts';

const connection = aConnection({ id: 'acme', variant: 'B' });
const readAt = new Date('2030-01-02T03:04:05Z');

async function editorOf(problem: ReturnType<typeof plainProblem>) {
  const { client } = new FakeDraftsHost([aDraft()]).connect();
  const read = () => Promise.reject(new ORPCError('PROBLEM', { defined: true, data: problem }));
  const drafts = new Drafts(fakeClient({ drafts: client.drafts, webhooks: { read } }), {
    find: () => connection,
    isWritable: () => true,
  });
  void drafts.follow();
  await drafts.sync.loaded;
  const snapshots = { read: () => Promise.resolve({ webhook: null, readAt }) };
  return { drafts, editor: new Editor(snapshots, { find: () => connection }, drafts) };
}

it.each<PlainProblemCode>(['not-found', 'unreachable'])(
  'an edited draft stays open, with the reason why its webhook could not be read: %s',
  async (code) => {
    const problem = plainProblem(code, 'message', 'advice');
    const { drafts, editor } = await editorOf(problem);
    const draft = drafts.get('acme/7');
    if (draft === null) throw new Error('The draft is not there.');
    await editor.open(connection, 7, null);
    expect(editor.draft).toBe(draft);
    expect(editor.lastRead).toEqual({ readAt, problem });

    editor.showDraft(draft);
    expect(editor.lastRead).toBeNull();
    await editor.refresh(draft);
    expect(editor.draft).toBe(draft);
    expect(editor.lastRead).toEqual({ readAt, problem });
  },
);

it('a webhook without a draft that could not be read is not open', async () => {
  const problem = plainProblem('not-found', 'message', 'advice');
  const { editor } = await editorOf(problem);
  await editor.open(connection, 8, null);
  expect(editor.opened).toEqual({ kind: 'failed', webhookId: 8, problem });
});
