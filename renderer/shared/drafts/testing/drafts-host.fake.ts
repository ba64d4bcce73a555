import type { DraftEntry, DraftsEvent, DraftsState } from '#contract/drafts.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { aWebhook } from '../../testing/a-webhook.ts';
import { fakeClient, streamOf } from '../../testing/client.fake.ts';

const keptState: DraftsState = {
  status: 'kept',
  waiting: 0,
  reason: null,
  problem: null,
  unreadable: 0,
  notices: [],
  windows: 1,
};

/** The events of one window; they are queued while it is paused. */
class WindowEvents {
  readonly #waiting: DraftsEvent[] = [];
  #isPaused = false;
  #more = Promise.withResolvers<null>();

  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    this.#more.resolve(null);
  }

  send(event: DraftsEvent): void {
    this.#waiting.push(event);
    this.#more.resolve(null);
  }

  async *events(): AsyncGenerator<DraftsEvent, void, void> {
    for (;;) {
      const event = this.#isPaused ? undefined : this.#waiting.shift();
      if (event !== undefined) yield event;
      else {
        await this.#more.promise;
        this.#more = Promise.withResolvers();
      }
    }
  }
}

/** A host with drafts on disk that counts revisions, and one webhook on every installation. */
export class FakeDraftsHost {
  readonly disk: Map<string, StoredDraft>;
  readonly #removed = new Map<string, { revision: number; published: Webhook | null }>();
  readonly #windows: WindowEvents[] = [];
  /** The calls, such as `save Ops`. */
  readonly calls: string[] = [];
  #gate: Promise<unknown> = Promise.resolve();

  constructor(drafts: readonly StoredDraft[] = []) {
    this.disk = new Map(drafts.map((draft) => [draft.id, draft]));
  }

  /** Holds all responses until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<null>();
    this.#gate = promise;
    return () => {
      resolve(null);
    };
  }

  /** Returns a client for one more window, with its events. */
  connect(): { client: HookdeskClient; events: WindowEvents } {
    const events = new WindowEvents();
    const client = fakeClient({
      drafts: {
        watch: async () => {
          await Promise.resolve();
          this.#windows.push(events);
          events.send({ kind: 'drafts', drafts: [...this.disk.values()] });
          events.send({ kind: 'state', state: keptState });
          return streamOf(events.events());
        },
        save: async ({ draft, basedOn }) => {
          this.calls.push(`save ${draft.definition.name}`);
          await this.#gate;
          const current = this.disk.get(draft.id) ?? this.#publishedAs(draft.id, draft);
          if (current !== undefined && current.revision !== basedOn) {
            return { status: 'outdated', current, state: keptState };
          }
          const before = Math.max(basedOn ?? 0, this.#removed.get(draft.id)?.revision ?? 0);
          const revision = (current?.revision ?? before) + 1;
          const { kind, lineage, settledRevision } = current ?? draft;
          this.put({ ...draft, kind, lineage, settledRevision, revision });
          return { status: 'saved', revision, state: keptState };
        },
        remove: async ({ draftId, basedOn }) => {
          this.calls.push(`remove ${draftId}`);
          await this.#gate;
          const current = this.disk.get(draftId);
          if (current !== undefined && basedOn !== null && basedOn < current.revision) {
            return { status: 'outdated', current, state: keptState };
          }
          this.remove(draftId, null);
          return { status: 'removed', state: keptState };
        },
      },
      webhooks: {
        read: () => Promise.resolve({ webhook: aWebhook(), readAt: new Date() }),
      },
    });
    return { client, events };
  }

  /** Stores a draft and reports it to all windows. */
  put(draft: StoredDraft): void {
    this.disk.set(draft.id, draft);
    this.#removed.delete(draft.id);
    this.emit({ kind: 'drafts', drafts: [draft] });
  }

  /** @param published the published webhook, or `null` for a discarded draft */
  remove(id: string, published: Webhook | null): void {
    const draft = this.disk.get(id);
    if (draft === undefined) return;
    const { revision } = draft;
    this.disk.delete(id);
    this.#removed.set(id, { revision, published });
    this.emit({ kind: 'removed', drafts: [{ id, revision, published }] });
  }

  entry(entry: DraftEntry): void {
    this.emit({ kind: 'entries', entries: [entry] });
  }

  emit(event: DraftsEvent): void {
    for (const window of this.#windows) window.send(event);
  }

  #publishedAs(id: string, draft: Omit<StoredDraft, 'revision' | 'settledRevision'>) {
    const { revision = 0, published = null } = this.#removed.get(id) ?? {};
    if (published === null) return undefined;
    const content = { base: published, definition: definitionOf(published) };
    return { ...draft, ...content, webhookId: published.id, revision, settledRevision: revision };
  }
}
