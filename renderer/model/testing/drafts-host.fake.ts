import type { DraftsEvent, DraftsStanding } from '#contract/drafts.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { aWebhook } from './a-webhook.ts';
import { fakeClient, streamOf } from './client.fake.ts';

const kept: DraftsStanding = {
  status: 'kept',
  waiting: 0,
  reason: null,
  problem: null,
  unreadable: 0,
  notices: [],
};

export interface DraftsHost {
  readonly disk: ReadonlyMap<string, StoredDraft>;
  /** What was asked of it, such as `save Ops`. */
  readonly calls: readonly string[];
  readonly client: HookdeskClient;
  /** Keeps it from answering until the function that it gives is called. */
  hold(): () => void;
}

/**
 * A host with these drafts on disk, and one webhook on every installation.
 *
 * @param published drafts that it publishes once they are known
 */
export function hostWith(
  drafts: readonly StoredDraft[],
  published: readonly Pick<StoredDraft, 'id' | 'editedAt'>[] = [],
): DraftsHost {
  const disk = new Map(drafts.map((draft) => [draft.id, draft]));
  const calls: string[] = [];
  let gate: Promise<unknown> = Promise.resolve();
  async function* events(): AsyncGenerator<DraftsEvent, void, void> {
    await Promise.resolve();
    yield { kind: 'drafts', drafts: [...disk.values()] };
    if (published.length > 0) yield { kind: 'published', drafts: [...published] };
    yield { kind: 'standing', standing: kept };
  }
  const client = fakeClient({
    drafts: {
      watch: () => Promise.resolve(streamOf(events())),
      save: async (draft) => {
        calls.push(`save ${draft.definition.name}`);
        await gate;
        disk.set(draft.id, draft);
        return kept;
      },
      remove: async ({ draftId }) => {
        calls.push(`remove ${draftId}`);
        await gate;
        disk.delete(draftId);
        return kept;
      },
    },
    webhooks: {
      read: () => Promise.resolve({ webhook: aWebhook(), readAt: new Date() }),
    },
  });
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<null>();
    gate = promise;
    return () => {
      resolve(null);
    };
  };
  return { disk, calls, client, hold };
}
