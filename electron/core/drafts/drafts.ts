import { EventPublisher } from '@orpc/server';
import type { DraftsEvent, DraftsStanding } from '#contract/drafts.ts';
import { moveDraft } from '#domain/draft/move.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { ProblemError } from '#domain/problem.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { DraftChange, Ports, Sealer } from '../ports.ts';
import { keyIsThere, noSuchDraft } from './problems.ts';
import { type Footing, footingAfter, footingWithout, kept, opening } from './standing.ts';

type Needs = Pick<Ports, 'vault' | 'drafts' | 'clock' | 'newId'>;

/** How many drafts go to a window at once. */
const portion = 100;

/** Between two attempts at a disk that refused, in milliseconds. */
const pauses = { first: 500, longest: 10_000 };

/**
 * The drafts of all installations. They are in memory from when they are known, and each change is on disk
 * when the call returns; where it cannot be, it waits, and goes there as soon as vault and disk let it.
 */
export class Drafts {
  readonly #needs: Needs;
  /** What there is. Drafts on disk come in with the first reading. */
  readonly #known = new Map<string, StoredDraft>();
  /** What is not on disk yet; `null` is to be removed there. */
  readonly #unwritten = new Map<string, StoredDraft | null>();
  readonly #changes = new EventPublisher<{ changed: { readings: number } }>({
    maxBufferedEvents: 1,
  });
  /** Drafts that were published, in their order, for those who watch. */
  readonly #published: Pick<StoredDraft, 'id' | 'editedAt'>[] = [];
  /** Ids of drafts that were made past the windows, in their order. */
  readonly #added: string[] = [];
  readonly #end = new AbortController();
  #footing: Footing = opening;
  #unreadable = 0;
  #notices: string[] = [];
  /** Which opening of the file was read; `null` before the first. */
  #read: number | null = null;
  /** Whether the file was opened again, and was not read since. */
  #isReopened = false;
  #readings = 0;
  #pause = pauses.first;
  #tail: Promise<void> = Promise.resolve();
  #queued: Promise<void> | null = null;

  constructor(needs: Needs) {
    this.#needs = needs;
    needs.drafts.onReopened(() => {
      this.#isReopened = true;
      this.#settled().then(untold, untold);
    });
    void this.#followVault();
  }

  standing(): DraftsStanding {
    return {
      ...this.#footing,
      waiting: [...this.#unwritten.values()].filter((draft) => draft !== null).length,
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

  /** A draft as it is known now. */
  find(draftId: string): StoredDraft {
    const draft = this.#known.get(draftId);
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
    if (this.#footing.problem?.code !== 'data-key-missing') throw keyIsThere();
    await this.#needs.drafts.setAside();
    return this.#settled();
  }

  /** Tries once more to bring what waits to the disk. To be called before the ports are closed. */
  async close(): Promise<void> {
    if (this.#unwritten.size > 0 && this.#footing.status !== 'memory') await this.#settled();
    this.#end.abort();
    await this.#tail;
  }

  #put(draft: StoredDraft): void {
    this.#known.set(draft.id, draft);
    this.#unwritten.set(draft.id, draft);
  }

  #drop(draftId: string): void {
    this.#known.delete(draftId);
    this.#unwritten.set(draftId, null);
  }

  *#portions(drafts: Iterable<StoredDraft>): Generator<DraftsEvent, void, void> {
    const all = [...drafts];
    for (let start = 0; start < all.length; start += portion) {
      yield { kind: 'drafts', drafts: all.slice(start, start + portion) };
    }
  }

  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    try {
      for await (const { status } of this.#needs.vault.watch(signal)) {
        if (status !== 'opening') await this.#settled().catch(untold);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Brings everything to the disk that can be there now: changes that come together go together. */
  async #settled(): Promise<DraftsStanding> {
    if (this.#queued === null) {
      this.#queued = this.#tail.then(() => {
        this.#queued = null;
        return this.#settle();
      });
      this.#tail = this.#queued.catch(untold);
    }
    await this.#queued;
    return this.standing();
  }

  async #settle(): Promise<void> {
    const { vault, drafts } = this.#needs;
    const without = footingWithout(vault.state(), drafts.refusal);
    if (without !== null) {
      this.#stand(without);
      return;
    }
    if (this.#read !== null && this.#unwritten.size === 0 && !this.#isReopened) {
      this.#stand(kept);
      return;
    }
    this.#isReopened = false;
    try {
      const file = await drafts.open();
      const sealer = await vault.dataSealer({ sealedBefore: file.holdsAny });
      if (file.opening !== this.#read) await this.#takeIn(sealer, file);
      await this.#write(sealer);
      this.#pause = pauses.first;
      this.#stand(kept);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.#isReopened = this.#read !== null;
      this.#stand(footingWithout(vault.state(), drafts.refusal) ?? footingAfter(error.problem));
      if (error.problem.code === 'storage-failed' && drafts.refusal === null) this.#tryLater();
    }
  }

  /** What was found on disk. What is known already is newer than what is there. */
  async #takeIn(sealer: Sealer, file: { opening: number; notice: string | null }): Promise<void> {
    const { drafts, unreadable } = await this.#needs.drafts.read(sealer);
    const isFirst = this.#read === null;
    for (const draft of drafts) {
      if (isFirst) this.#meet(draft);
      else if (!this.#known.has(draft.id)) this.#unwritten.set(draft.id, null);
    }
    // The file was opened again, and may be an older copy: everything goes into it.
    if (!isFirst) for (const draft of this.#known.values()) this.#unwritten.set(draft.id, draft);
    if (file.notice !== null) this.#notices.push(file.notice);
    this.#unreadable = unreadable;
    this.#read = file.opening;
    this.#readings += 1;
  }

  /** A draft from before this start. Edits of the same webhook that were made meanwhile take nothing from it. */
  #meet(draft: StoredDraft): void {
    if (!this.#unwritten.has(draft.id)) {
      this.#known.set(draft.id, draft);
      return;
    }
    const meanwhile = this.#known.get(draft.id);
    if (meanwhile === undefined || sameEdits(meanwhile, draft)) return;
    // Ids have a longest length: one that was put aside before gets no second ending.
    const [first = draft.id] = draft.id.split('/earlier-');
    this.#put({ ...draft, id: `${first}/earlier-${this.#needs.newId()}` });
  }

  async #write(sealer: Sealer): Promise<void> {
    const writing = [...this.#unwritten];
    if (writing.length === 0) return;
    const changes = writing.map(([draftId, draft]): DraftChange =>
      draft === null ? { kind: 'remove', draftId } : { kind: 'save', draft },
    );
    await this.#needs.drafts.write(changes, sealer);
    for (const [draftId, draft] of writing) {
      // What was edited while it was written is written again.
      if (this.#unwritten.get(draftId) === draft) this.#unwritten.delete(draftId);
    }
  }

  #tryLater(): void {
    const pause = this.#pause;
    this.#pause = Math.min(pause * 2, pauses.longest);
    void this.#needs.clock.sleep(pause, this.#end.signal).then(
      () => this.#settled().then(untold, untold),
      // It has come to its end.
      untold,
    );
  }

  #stand(footing: Footing): void {
    this.#footing = footing;
    this.#changes.publish('changed', { readings: this.#readings });
  }
}

/** What nobody foresaw is told to whoever saves next, and not here. */
const untold = (): void => undefined;

const sameEdits = (a: StoredDraft, b: StoredDraft): boolean =>
  JSON.stringify([a.definition, a.base]) === JSON.stringify([b.definition, b.base]);
