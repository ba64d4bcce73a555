import type { DraftEntry, DraftsEvent, RemovedDraft } from '#contract/drafts.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { inParts } from '#domain/in-parts.ts';
import type { WebhookKey } from '#domain/webhook/listed.ts';

const itemsAtOnce = 100;

/** `version` counts all changes in this memory, so that each window gets only those that it lacks. */
interface Versioned<Value> {
  readonly value: Value;
  readonly version: number;
}

/** The drafts in memory, with their last journal entries and the removed drafts. Writes nothing to disk. */
export class DraftMemory {
  readonly #drafts = new Map<string, Versioned<StoredDraft>>();
  readonly #idsOfLineage = new Map<string, Set<string>>();
  readonly #removed = new Map<string, Versioned<RemovedDraft>>();
  readonly #entries = new Map<string, Versioned<DraftEntry>>();
  readonly #listeners: (() => void)[] = [];
  #version = 0;

  get version(): number {
    return this.#version;
  }

  get(draftId: string): StoredDraft | undefined {
    return this.#drafts.get(draftId)?.value;
  }

  all(): StoredDraft[] {
    return [...this.#drafts.values()].map(({ value }) => value);
  }

  ofLineage(lineage: string): StoredDraft[] {
    const ids = this.#idsOfLineage.get(lineage) ?? [];
    return [...ids].flatMap((id) => this.get(id) ?? []);
  }

  entryOf(draftId: string): DraftEntry | undefined {
    return this.#entries.get(draftId)?.value;
  }

  /** Prevents a late save from restoring a removed draft. */
  removed(draftId: string): RemovedDraft | undefined {
    return this.#removed.get(draftId)?.value;
  }

  editedWebhooks(): Map<string, Set<WebhookKey>> {
    const edited = new Map<string, Set<WebhookKey>>();
    for (const { connectionId, webhookId } of this.all()) {
      if (connectionId === null || webhookId === null) continue;
      const ids = edited.get(connectionId) ?? new Set();
      edited.set(connectionId, ids.add(webhookId));
    }
    return edited;
  }

  /** Called when a webhook may have got its first draft or lost its last one. */
  onEditedChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  keep(draft: StoredDraft): void {
    const before = this.get(draft.id);
    this.#drafts.set(draft.id, this.#versioned(draft));
    this.#removed.delete(draft.id);
    const { lineage } = draft;
    if (before !== undefined && before.lineage !== lineage) this.#forgetLineage(before);
    this.#idsOfLineage.set(lineage, (this.#idsOfLineage.get(lineage) ?? new Set()).add(draft.id));
    if (before?.webhookId !== draft.webhookId) this.#reportEdited();
  }

  keepEntry(entry: DraftEntry): void {
    this.#entries.set(entry.draftId, this.#versioned(entry));
  }

  remove(draft: StoredDraft, removed: RemovedDraft): void {
    const { id } = draft;
    this.#drafts.delete(id);
    this.#forgetLineage(draft);
    this.#entries.delete(id);
    this.#removed.set(id, this.#versioned(removed));
    this.#reportEdited();
  }

  /** The changes since a version; with `null` the drafts and entries of now. */
  *eventsSince(version: number | null): Generator<DraftsEvent, void, void> {
    const from = version ?? 0;
    const changesOf = <Value>(items: ReadonlyMap<string, Versioned<Value>>): Generator<Value[]> =>
      inParts(
        [...items.values()].flatMap((item) => (item.version > from ? [item.value] : [])),
        itemsAtOnce,
      );
    for (const drafts of changesOf(this.#drafts)) yield { kind: 'drafts', drafts };
    for (const entries of changesOf(this.#entries)) yield { kind: 'entries', entries };
    // A window that begins to watch has no draft that could have been removed.
    if (version === null) return;
    for (const drafts of changesOf(this.#removed)) yield { kind: 'removed', drafts };
  }

  #reportEdited(): void {
    for (const listener of this.#listeners) listener();
  }

  #forgetLineage({ id, lineage }: StoredDraft): void {
    const ids = this.#idsOfLineage.get(lineage);
    ids?.delete(id);
    if (ids?.size === 0) this.#idsOfLineage.delete(lineage);
  }

  #versioned<Value>(value: Value): Versioned<Value> {
    this.#version += 1;
    return { value, version: this.#version };
  }
}
