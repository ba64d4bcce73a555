import { EventPublisher } from '@orpc/server';
import type { DraftsEvent, DraftsStanding } from '#contract/drafts.ts';
import { moveDraft } from '#domain/draft/move.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { PersistentQueue } from '../persistence/persistent-queue.ts';
import { explainedStatus } from '../persistence/status.ts';
import type { DraftChange, OpenDrafts, Ports, Sealer } from '../ports.ts';
import { keyIsThere, noSuchDraft } from './problems.ts';

type Needs = Pick<Ports, 'vault' | 'drafts' | 'clock' | 'newId'>;

/** How many drafts go to a window at once. */
const portion = 100;

const meaning = {
  memory: 'Drafts are in memory only, like the secrets: they are gone when Hookdesk ends.',
  locked: 'Drafts on disk are sealed, and edits wait in memory until the vault is open.',
};

/**
 * The drafts of all installations. They are in memory from when they are known, and each change is on disk
 * when the call returns; where it cannot be, it waits, and goes there as soon as vault and disk let it.
 */
export class Drafts {
  readonly #needs: Needs;
  /** What there is. Drafts on disk come in with the first reading. */
  readonly #known = new Map<string, StoredDraft>();
  readonly #queue: PersistentQueue<DraftChange>;
  readonly #changes = new EventPublisher<{ changed: { readings: number } }>({
    maxBufferedEvents: 1,
  });
  /** Drafts that were published, in their order, for those who watch. */
  readonly #published: Pick<StoredDraft, 'id' | 'editedAt'>[] = [];
  /** Ids of drafts that were made past the windows, in their order. */
  readonly #added: string[] = [];
  #unreadable = 0;
  #notices: string[] = [];
  /** How often the file was read: again each time it was opened again. */
  #readings = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#queue = new PersistentQueue(needs, {
      keyOf: (change) => (change.kind === 'save' ? change.draft.id : change.draftId),
      write: (changes, sealer) => needs.drafts.write(changes, sealer),
      onOpened: (file, sealer) => this.#takeIn(file, sealer),
      onAttempt: () => {
        this.#changes.publish('changed', { readings: this.#readings });
      },
    });
  }

  standing(): DraftsStanding {
    return {
      ...explainedStatus(this.#queue.status, meaning),
      waiting: [...this.#queue.pending.values()].filter(({ kind }) => kind === 'save').length,
      unreadable: this.#unreadable,
      notices: [...this.#notices],
    };
  }

  /** All drafts once they are known, then how they stand whenever that changes. Ends with the signal. */
  async *watch(signal?: AbortSignal): AsyncGenerator<DraftsEvent, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    let readings = this.#readings;
    let published = this.#published.length;
    let added = this.#added.length;
    yield* this.#portions(this.#known.values());
    let told = this.standing();
    yield { kind: 'standing', standing: told };
    for await (const changed of changes) {
      if (readings !== changed.readings) {
        readings = changed.readings;
        yield* this.#portions(this.#known.values());
      }
      const made = this.#added.slice(added);
      added += made.length;
      yield* this.#portions(made.flatMap((id) => this.#known.get(id) ?? []));
      const news = this.#published.slice(published);
      published += news.length;
      if (news.length > 0) yield { kind: 'published', drafts: news };
      const now = this.standing();
      if (JSON.stringify(now) === JSON.stringify(told)) continue;
      told = now;
      yield { kind: 'standing', standing: now };
    }
  }

  get(draftId: string): StoredDraft | undefined {
    return this.#known.get(draftId);
  }

  /** @throws ProblemError where there is no such draft */
  find(draftId: string): StoredDraft {
    const draft = this.get(draftId);
    if (draft === undefined) throw noSuchDraft();
    return draft;
  }

  save(draft: StoredDraft): Promise<DraftsStanding> {
    this.#put(draft);
    return this.#settled();
  }

  remove(draftId: string): Promise<DraftsStanding> {
    this.#drop(draftId);
    return this.#settled();
  }

  /** New drafts that no window has made; those that watch are told of them. */
  async add(drafts: readonly StoredDraft[]): Promise<void> {
    for (const draft of drafts) {
      this.#put(draft);
      this.#added.push(draft.id);
    }
    await this.#settled();
  }

  /** What a draft says was published, past the windows: it goes, and they are told. */
  async published({ id, editedAt }: StoredDraft): Promise<void> {
    this.#drop(id);
    this.#published.push({ id, editedAt });
    await this.#settled();
  }

  /** Moves a draft to another installation: there it is that of a new webhook. */
  async move(draftId: string, to: { id: string; variant: VariantId }): Promise<StoredDraft> {
    const draft = this.find(draftId);
    const moved: StoredDraft = {
      id: `${to.id}/new-${this.#needs.newId()}`,
      connectionId: to.id,
      webhookId: null,
      base: null,
      definition: moveDraft(draft, to.variant).definition,
      editedAt: this.#needs.clock.now(),
    };
    this.#put(moved);
    this.#drop(draftId);
    await this.#settled();
    return moved;
  }

  /** The connection is gone, and its drafts go with it. */
  async forget(connectionId: string): Promise<void> {
    for (const draft of [...this.#known.values()]) {
      if (draft.connectionId === connectionId) this.#drop(draft.id);
    }
    await this.#settled();
  }

  /** Sets a file aside whose key is gone; what is known goes to the new one. */
  async startAnew(): Promise<DraftsStanding> {
    if (this.#queue.status.problem?.code !== 'data-key-missing') throw keyIsThere();
    await this.#needs.drafts.setAside();
    return this.#settled();
  }

  /** Tries once more to bring what waits to the disk. To be called before the ports are closed. */
  close(): Promise<void> {
    return this.#queue.close();
  }

  #put(draft: StoredDraft): void {
    this.#known.set(draft.id, draft);
    this.#queue.put({ kind: 'save', draft });
  }

  #drop(draftId: string): void {
    this.#known.delete(draftId);
    this.#queue.put({ kind: 'remove', draftId });
  }

  *#portions(drafts: Iterable<StoredDraft>): Generator<DraftsEvent, void, void> {
    const all = [...drafts];
    for (let start = 0; start < all.length; start += portion) {
      yield { kind: 'drafts', drafts: all.slice(start, start + portion) };
    }
  }

  /** Changes that come together go to the disk together. */
  async #settled(): Promise<DraftsStanding> {
    await this.#queue.flush();
    return this.standing();
  }

  /** What was found on disk. What is known already is newer than what is there. */
  async #takeIn(file: OpenDrafts, sealer: Sealer): Promise<void> {
    const { drafts, unreadable } = await this.#needs.drafts.read(sealer);
    const isFirst = this.#readings === 0;
    for (const draft of drafts) {
      if (isFirst) this.#meet(draft);
      else if (!this.#known.has(draft.id)) this.#drop(draft.id);
    }
    // The file was opened again, and may be an older copy: everything goes into it.
    if (!isFirst) for (const draft of this.#known.values()) this.#put(draft);
    if (file.notice !== null) this.#notices.push(file.notice);
    this.#unreadable = unreadable;
    this.#readings += 1;
  }

  /** A draft from before this start. Edits of the same webhook that were made meanwhile take nothing from it. */
  #meet(draft: StoredDraft): void {
    if (!this.#queue.pending.has(draft.id)) {
      this.#known.set(draft.id, draft);
      return;
    }
    const meanwhile = this.#known.get(draft.id);
    if (meanwhile === undefined || sameEdits(meanwhile, draft)) return;
    // Ids have a longest length: one that was put aside before gets no second ending.
    const [first = draft.id] = draft.id.split('/earlier-');
    this.#put({ ...draft, id: `${first}/earlier-${this.#needs.newId()}` });
  }
}

const sameEdits = (a: StoredDraft, b: StoredDraft): boolean =>
  JSON.stringify([a.definition, a.base]) === JSON.stringify([b.definition, b.base]);
