import type { DraftsState, RemovedDraft } from '#contract/drafts.ts';
import type { HookdeskClient } from '#contract/index.ts';
import {
  type DraftContent,
  hasEdits,
  type MergedDraft,
  mergeDrafts,
  sameDraft,
} from '#domain/merge/merge-drafts.ts';
import { type DraftEdit, identityOf, type StoredDraft } from '#domain/draft/stored-draft.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { DraftSaving } from './draft-saving.svelte.ts';
import type { Draft, Fork } from './draft.svelte.ts';

export interface WindowDrafts {
  get(id: string): Draft | null;
  /** Returns the unedited draft of the same webhook, which takes the stored draft's id. */
  claim(stored: StoredDraft): Draft | null;
  adopt(stored: StoredDraft): Draft;
  /** Gives `draft` a new id; a draft with the other window's content takes the former id. */
  fork(draft: Draft, theirs: DraftContent, fork: Fork): void;
  edit(draft: Draft, content: DraftContent): DraftEdit;
  onChanged(draft: Draft, from: Webhook | null, editedAt: Date): void;
  onPublished(draft: Draft, webhook: Webhook): void;
  onDiscarded(draft: Draft): void;
}

interface HostVersion {
  readonly revision: number;
  /** `null` if the host has deleted the draft. */
  readonly latest: DraftContent | null;
  /** The content at the last merge with `latest`: the common ancestor for the next merge. */
  readonly shown: DraftContent | null;
  /** Revision that another window discarded, while the discard would replace the focused text. */
  readonly discarded?: number;
}

/**
 * Saves the drafts of this window, and merges them with those of other windows through the host.
 * `focused`: a change of the focused text waits for its blur. A save of each draft is serial.
 *
 *             edit          timer, flush        reply
 *     saved ────────▶ edited ────────▶ sending ────────▶ saved
 *       │ ▲             │ ▲               │ outdated
 *       │ └─────────────│─┴──── merge ◀───┘
 *       │ newer         │ newer
 *       ▼               ▼         conflict
 *     merge ──────▶ focused      ────────▶ fork, sending
 *             blur: merge
 *
 *     removed in another window: published ▶ saved (later edits: edited), discarded ▶ gone
 */
export class DraftSync {
  readonly #saving: DraftSaving;
  readonly #client: Pick<HookdeskClient, 'drafts'>;
  readonly #window: WindowDrafts;
  readonly #host = new Map<string, HostVersion>();
  /** The last content that was noted, while it is unsaved. */
  readonly #noted = new WeakMap<Draft, DraftContent>();

  constructor(client: Pick<HookdeskClient, 'drafts'>, window: WindowDrafts) {
    this.#client = client;
    this.#window = window;
    this.#saving = new DraftSaving((id) => this.#save(id));
  }

  get state(): DraftsState {
    return this.#saving.state;
  }

  /** Resolves when the stored drafts are loaded or the load has failed. */
  get loaded(): Promise<unknown> {
    return this.#saving.loaded;
  }

  /** Whether the host has answered for every edit of this window. */
  get isAnswered(): boolean {
    return this.#saving.isAnswered;
  }

  /** Whether closing the window now would lose edits. */
  get wouldBeLost(): boolean {
    return !this.isAnswered || this.state.waiting > 0;
  }

  /** `null` when the host connection ends. */
  report(state: DraftsState | null): void {
    this.#saving.report(state);
  }

  flush(): Promise<void> {
    return this.#saving.flush();
  }

  flushInTime(): Promise<void> {
    return this.#saving.flushInTime();
  }

  /** `null` if the host has other content. */
  revisionOf(draft: Draft): number | null {
    const host = this.#host.get(draft.key);
    if (host?.latest == null || !sameDraft(host.latest, draft.content)) return null;
    return host.revision;
  }

  isUnsaved(draft: Draft): boolean {
    const { shown } = this.#versionOf(draft);
    return shown === null || !sameDraft(shown, draft.content);
  }

  /** Whether `content` is neither saved nor noted. */
  isNewEdit(draft: Draft, content: DraftContent): boolean {
    if (!this.isUnsaved(draft)) {
      this.#noted.delete(draft);
      return false;
    }
    const noted = this.#noted.get(draft);
    return noted === undefined || !sameDraft(noted, content);
  }

  noteEdit(draft: Draft): void {
    this.#noted.set(draft, draft.content);
    if (draft.heldBack !== null) this.mergeTheirs(draft);
    this.#saving.note(draft.key);
  }

  remove(id: string): Promise<void> {
    return this.#saving.after(id, async () => {
      const host = this.#host.get(id);
      if (host?.latest == null) return;
      const { revision } = host;
      const reply = await this.#client.drafts.remove({ draftId: id, basedOn: revision });
      this.#saving.report(reply.state);
      // Another window edited the draft: that edit stays.
      if (reply.status === 'outdated') this.#receive(reply.current);
      else this.#forget(id, revision);
    });
  }

  async move(id: string, connectionId: string): Promise<StoredDraft> {
    const moved = Promise.withResolvers<StoredDraft>();
    await this.#saving.after(id, async () => {
      try {
        const stored = await this.#client.drafts.move({ draftId: id, connectionId });
        this.#forget(id, this.#host.get(id)?.revision ?? 0);
        moved.resolve(stored);
      } catch (error) {
        moved.reject(error);
      }
    });
    return moved.promise;
  }

  receive(stored: StoredDraft): void {
    void this.#saving.after(stored.id, () => {
      const host = this.#host.get(stored.id);
      // The host also reports this window's own changes.
      if (host === undefined || stored.revision > host.revision) this.#receive(stored);
    });
  }

  receiveRemoved({ id, revision, published }: RemovedDraft): void {
    void this.#saving.after(id, () => {
      const host = this.#host.get(id);
      if (host?.latest == null || revision < host.revision) return;
      const draft = this.#window.get(id);
      if (draft !== null && published === null) {
        this.#followDiscarded(draft, host, revision);
        return;
      }
      this.#forget(id, revision);
      if (draft === null || published === null) return;
      this.#followPublished(draft, host.shown ?? host.latest, published);
    });
  }

  /** Another window's change waits while it would replace the focused text. A conflict forks. */
  mergeTheirs(draft: Draft): void {
    const { key } = draft;
    if (this.#saving.isWorkingOn(key))
      void this.#saving.after(key, () => {
        this.#mergeNow(draft);
      });
    else this.#mergeNow(draft);
  }

  #mergeNow(draft: Draft): void {
    const host = this.#host.get(draft.key);
    if (host?.latest == null || this.#window.get(draft.key) !== draft) return;
    if (host.discarded !== undefined) {
      this.#followDiscarded(draft, host, host.discarded);
      return;
    }
    const { content, conflicts } = this.#merge(draft, host.latest);
    if (conflicts.length > 0) {
      this.#fork(draft, host.latest, conflicts);
      return;
    }
    if (draft.replacesFocusedText(content)) draft.heldBack = draft.focusedField;
    else {
      draft.heldBack = null;
      if (!sameDraft(draft.content, content)) {
        draft.replaceContent(content);
        // A return to the noted content is a new edit from now on.
        this.#noted.delete(draft);
      }
      this.#host.set(draft.key, { ...host, shown: host.latest });
    }
    if (!sameDraft(content, host.latest)) this.#saving.note(draft.key);
  }

  #merge(draft: Draft, latest: DraftContent): MergedDraft {
    return mergeDrafts(this.#versionOf(draft).shown ?? latest, draft.content, latest);
  }

  #fork(draft: Draft, theirs: DraftContent, conflicts: Fork['conflicts']): void {
    const { key: of } = draft;
    const ancestor = this.#versionOf(draft).shown ?? theirs;
    const host = this.#host.get(of);
    if (host !== undefined) this.#host.set(of, { ...host, shown: theirs });
    this.#window.fork(draft, theirs, { of, ancestor, conflicts });
    this.#saving.saveNow(draft.key);
  }

  /** The discard waits while it would replace the focused text. Later edits stay. */
  #followDiscarded(draft: Draft, host: HostVersion, revision: number): void {
    const ancestor = host.shown ?? host.latest;
    const isEdited = ancestor === null || !sameDraft(ancestor, draft.content);
    if (!isEdited && draft.discardReplacesFocusedText()) {
      draft.heldBack = draft.focusedField;
      this.#host.set(draft.key, { ...host, discarded: revision });
      return;
    }
    draft.heldBack = null;
    this.#forget(draft.key, revision);
    if (isEdited) this.#saving.note(draft.key);
    else this.#window.onDiscarded(draft);
  }

  /** Rebases later edits onto the published webhook. */
  #followPublished(draft: Draft, ancestor: DraftContent, webhook: Webhook): void {
    const theirs = { base: webhook, definition: definitionOf(webhook) };
    const { content } = mergeDrafts(ancestor, draft.content, theirs, 'mine');
    draft.replaceContent(content);
    draft.heldBack = null;
    if (hasEdits(content)) this.#saving.note(draft.key);
    this.#window.onPublished(draft, webhook);
  }

  #receive(stored: StoredDraft): void {
    const { id, revision, base, definition } = stored;
    const latest = { base, definition };
    const draft = this.#window.get(id) ?? this.#window.claim(stored);
    if (draft === null) {
      this.#host.set(id, { revision, latest, shown: latest });
      this.#window.adopt(stored);
      return;
    }
    const { shown } = this.#versionOf(draft);
    const { base: from } = draft;
    draft.identity = identityOf(stored);
    this.#host.set(id, { revision, latest, shown });
    this.#mergeNow(draft);
    this.#window.onChanged(draft, from, stored.editedAt);
  }

  async #save(id: string): Promise<void> {
    for (;;) {
      const draft = this.#window.get(id);
      if (draft === null) return;
      const { latest } = this.#versionOf(draft);
      const mine = draft.content;
      const { content, conflicts } =
        latest === null ? { content: mine, conflicts: [] } : this.#merge(draft, latest);
      if (latest !== null && conflicts.length > 0) {
        this.#fork(draft, latest, conflicts);
        return;
      }
      if (await this.#send(draft, mine, content)) return;
    }
  }

  /** Returns `false` if another window saved first. */
  async #send(draft: Draft, mine: DraftContent, content: DraftContent): Promise<boolean> {
    const { key: id } = draft;
    const host = this.#host.get(id);
    const isHeld = host?.latest != null;
    if (hasEdits(content)) {
      if (isHeld && sameDraft(content, host.latest)) return true;
      const edit = this.#window.edit(draft, content);
      const basedOn = host?.revision ?? null;
      const reply = await this.#client.drafts.save({ draft: edit, basedOn });
      this.#saving.report(reply.state);
      if (reply.status === 'outdated') return this.#receiveNewer(draft, reply.current);
      this.#host.set(id, { revision: reply.revision, latest: content, shown: mine });
    } else if (isHeld && !(await this.#removeUnedited(draft, host.revision))) return false;
    if (draft.key === id && this.isUnsaved(draft)) this.#saving.note(id);
    else this.#mergeNow(draft);
    return true;
  }

  /** A person typed back the edits. Returns `false` if another window saved first. */
  async #removeUnedited(draft: Draft, revision: number): Promise<boolean> {
    const { key: id } = draft;
    const reply = await this.#client.drafts.remove({ draftId: id, basedOn: revision });
    this.#saving.report(reply.state);
    if (reply.status === 'outdated') return this.#receiveNewer(draft, reply.current);
    this.#forget(id, revision);
    return true;
  }

  #receiveNewer(draft: Draft, current: StoredDraft): false {
    const { base, revision, settledRevision } = current;
    this.#receive(current);
    // The host has no draft any more; `base` is its published content.
    if (base !== null && settledRevision === revision) this.#window.onPublished(draft, base);
    return false;
  }

  #forget(id: string, revision: number): void {
    this.#host.set(id, { revision, latest: null, shown: null });
  }

  /** If the host has no draft, the draft started from its webhook. */
  #versionOf(draft: Draft): Pick<HostVersion, 'latest' | 'shown'> {
    const host = this.#host.get(draft.key);
    if (host?.latest != null) return host;
    const { base } = draft;
    const start = base === null ? null : { base, definition: definitionOf(base) };
    return { latest: start, shown: start };
  }
}
