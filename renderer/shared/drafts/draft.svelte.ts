import type { DraftIdentity } from '#domain/draft/stored-draft.ts';
import { type DraftContent, hasEdits } from '#domain/merge/merge-drafts.ts';
import type { Conflict } from '#domain/merge/conflict.ts';
import { type RemoteChange, compareWithRemote } from '#domain/merge/compare-with-remote.ts';
import { type Merge, mergeWebhook } from '#domain/merge/merge-webhook.ts';
import { pairHeaders } from '#domain/merge/pair-headers.ts';
import { type Choices, resolveConflicts } from '#domain/merge/resolve-conflicts.ts';
import { hasErrors, type Issue } from '#domain/issue.ts';
import { checkDefinition } from '#domain/webhook/check-definition.ts';
import { changedSince, fieldDifferences, isUnchanged } from '#domain/webhook/difference.ts';
import { FieldName } from '#domain/webhook/fields.ts';
import {
  type DefinitionFields,
  type Header,
  type Webhook,
  type WebhookDefinition,
  definitionOf,
  fieldOf,
  fieldsOf,
  withField,
} from '#domain/webhook/webhook.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { ConflictChoices } from './conflict-choices.svelte.ts';
import { afterEdit, type Publication } from './publication.ts';
import { type EditedPlace, EditHistory, type Reverted } from './edit-history.svelte.ts';

/** A deleted header stays visible until the draft is published. */
export interface HeaderRow {
  readonly key: string;
  readonly id: number | null;
  name: string;
  value: string;
  deleted: boolean;
}

export type TypedField = FieldName | `header:${string}`;

export const isTypedField = (name: string | undefined): name is TypedField =>
  name !== undefined && (name.startsWith('header:') || FieldName.safeParse(name).success);

export interface Fork {
  /** Key of the draft with the other window's version. */
  readonly of: string;
  /** The content that both versions started from. */
  readonly ancestor: DraftContent;
  readonly conflicts: readonly Conflict[];
}

export const newIdentity = (lineage: string = crypto.randomUUID()): DraftIdentity => ({
  kind: 'main',
  lineage,
  settledRevision: null,
});

let lastKey = 0;
const newKey = (): string => `header-${++lastKey}`;

export class Draft {
  /** The host's id of the draft. It changes on a fork and when a new webhook is published. */
  key = $state.raw('');
  identity = $state.raw<DraftIdentity>(newIdentity());
  readonly connectionId: string;
  readonly variant: VariantId;
  /** The webhook that the draft started from; `null` for a new one. */
  base = $state.raw<Webhook | null>(null);
  /** The webhook on the installation if it now differs from `base`. */
  newer = $state.raw<Webhook | null>(null);
  /** Whether the installation no longer has the webhook. */
  gone = $state(false);
  /** The first `base`, if a later state of the installation replaced it under the edits. */
  firstBase = $state.raw<Webhook | null>(null);
  /** A new webhook without an edit. It is not stored. */
  untouched = $state(false);
  readonly choices = new ConflictChoices();
  readonly edits: EditHistory;
  #settled = $state.raw<{ definition: WebhookDefinition; back: () => void } | null>(null);
  fields: DefinitionFields;
  headerRows = $state<HeaderRow[]>([]);
  /** Another window's change of the focused text waits for the blur. */
  focusedField = $state.raw<TypedField | null>(null);
  /** The focused text while another window's change of it waits. */
  heldBack = $state.raw<TypedField | null>(null);
  fork = $state.raw<Fork | null>(null);
  publication = $state.raw<Publication>({ kind: 'none' });
  /** Whether the person tried to publish; from then on empty fields are marked too. */
  reviewed = $state(false);

  readonly definition: WebhookDefinition = $derived.by(() => ({
    ...$state.snapshot(this.fields),
    headers: this.headerRows
      .filter((row) => !row.deleted)
      .map(({ id, name, value }) => ({ id, name, value })),
  }));
  readonly issues: readonly Issue[] = $derived.by(() =>
    checkDefinition(this.definition, this.variant, this.base),
  );
  readonly hasErrors = $derived(hasErrors(this.issues));
  readonly differences = $derived(
    this.base === null ? [] : fieldDifferences(this.base, this.definition),
  );
  readonly headerChanges = $derived(
    headerChangeSet(this.base?.headers ?? [], this.definition.headers),
  );
  /** Only an edited draft is stored: the sync removes a draft whose edits a person typed back. */
  readonly isEdited = $derived(!this.untouched && hasEdits(this.content));

  /** The change on the installation since `base`; `null` if none is known. */
  readonly remoteChange: RemoteChange | null = $derived.by(() => {
    if (this.base === null || (this.newer === null && !this.gone)) return null;
    return compareWithRemote(this.base, this.newer);
  });
  readonly merge: Merge | null = $derived.by(() =>
    this.base === null || this.newer === null
      ? null
      : mergeWebhook(this.base, this.definition, this.newer),
  );
  readonly mergesByItself = $derived(
    this.remoteChange?.kind !== 'replaced' && this.merge?.conflicts.length === 0,
  );

  /** Restores the choices of the last conflict; `null` once the draft is edited. */
  readonly chooseAgain: (() => void) | null = $derived.by(() =>
    this.#settled !== null && isUnchanged(this.#settled.definition, this.definition)
      ? this.#settled.back
      : null,
  );

  constructor(
    key: string,
    connectionId: string,
    variant: VariantId,
    base: Webhook | null,
    definition: WebhookDefinition,
    identity: DraftIdentity = newIdentity(),
  ) {
    this.key = key;
    this.identity = identity;
    this.connectionId = connectionId;
    this.variant = variant;
    this.base = base;
    this.fields = $state(fieldsOf(definition));
    this.#fill(definition);
    this.edits = new EditHistory(this.definition);
  }

  get content(): DraftContent {
    return { base: this.base, definition: this.definition };
  }

  get title(): string {
    return this.fields.name.trim() === ''
      ? this.base === null
        ? 'New webhook'
        : '(no name)'
      : this.fields.name;
  }

  issueAt(path: string): Issue | undefined {
    const issue = this.issues.find((each) => each.path === path);
    if (issue === undefined || this.reviewed || issue.level === 'warning') return issue;
    return this.#isUntouched(path) ? undefined : issue;
  }

  /** Call it after each edit; edits that are recorded are undone one by one. */
  recordEdit(): void {
    this.edits.record(this.definition, performance.now());
  }

  /** Returns the changed places; `null` if there is nothing to undo. */
  undo(): readonly EditedPlace[] | null {
    this.recordEdit();
    return this.#revert(this.edits.undo());
  }

  /** Returns the changed places; `null` if there is nothing to redo. */
  redo(): readonly EditedPlace[] | null {
    this.recordEdit();
    return this.#revert(this.edits.redo());
  }

  undoField(field: FieldName): void {
    if (this.base === null) return;
    this.#endTyping();
    const back = withField(this.definition, field, fieldOf(this.base, field));
    this.fields = fieldsOf(back);
  }

  addHeader(): HeaderRow {
    const row = { key: newKey(), id: null, name: '', value: '', deleted: false };
    this.headerRows.push(row);
    return row;
  }

  removeHeader(key: string): void {
    const row = this.headerRows.find((each) => each.key === key);
    if (row === undefined) return;
    if (this.baseHeader(row) === undefined) {
      this.headerRows = this.headerRows.filter((each) => each.key !== key);
    } else row.deleted = true;
  }

  undoHeader(key: string): void {
    const row = this.headerRows.find((each) => each.key === key);
    if (row === undefined) return;
    this.#endTyping();
    const before = this.baseHeader(row);
    row.deleted = false;
    if (before === undefined) return;
    row.name = before.name;
    row.value = before.value;
  }

  baseHeader(row: HeaderRow): Header | undefined {
    return row.id === null ? undefined : this.base?.headers.find((header) => header.id === row.id);
  }

  discard(): void {
    const held = this.newer ?? this.base;
    if (held !== null) this.startFrom(held);
    this.reviewed = false;
  }

  restore(definition: WebhookDefinition): void {
    this.#fill(definition);
  }

  /** An unedited draft takes the installation's state; an edited draft only records it. */
  applyRemote(live: Webhook | null): void {
    this.gone = live === null;
    const moved = live !== null && (this.base === null || changedSince(this.base, live));
    if (!moved) this.newer = null;
    else if (this.isEdited) this.newer = live;
    else this.startFrom(live);
  }

  /** For another window’s version of the draft. */
  replaceContent({ base, definition }: DraftContent): void {
    const { newer } = this;
    this.newer = null;
    this.#replace(base, definition, false);
    if (newer !== null) this.applyRemote(newer);
  }

  replacesFocusedText({ definition: next }: DraftContent): boolean {
    const field = this.focusedField;
    if (field === null) return false;
    const { definition } = this;
    const name = FieldName.safeParse(field);
    if (name.success) return fieldOf(definition, name.data) !== fieldOf(next, name.data);
    const rows = this.headerRows.filter((row) => !row.deleted);
    const index = rows.findIndex(({ key }) => field === `header:${key}`);
    const header = definition.headers[index];
    const partner = pairHeaders(definition.headers, next.headers).partners[index];
    if (header === undefined) return false;
    return partner?.name !== header.name || partner.value !== header.value;
  }

  discardReplacesFocusedText(): boolean {
    const held = this.newer ?? this.base;
    if (held === null) return this.focusedField !== null;
    return this.replacesFocusedText({ base: held, definition: definitionOf(held) });
  }

  startFrom(webhook: Webhook): void {
    this.newer = null;
    this.gone = false;
    this.firstBase = null;
    this.#settled = null;
    this.reviewed = false;
    this.publication = afterEdit(this.publication);
    // Later edits have another intent than those before.
    this.identity = newIdentity();
    this.#replace(webhook, definitionOf(webhook));
  }

  /** Returns the conflicts without a choice, and changes nothing while there are any. */
  applyMerge(choices: Choices = {}): readonly Conflict[] {
    const { base, newer, merge } = this;
    if (base === null || newer === null || merge === null) return [];
    const resolution = resolveConflicts(merge, choices);
    if (resolution.kind === 'unresolved') return resolution.conflicts;
    const { definition } = resolution;
    this.#settled = merge.conflicts.length === 0 ? null : { definition, back: this.snapshot() };
    this.firstBase ??= base;
    this.newer = null;
    this.#replace(newer, definition);
    return [];
  }

  /** Returns a function that restores the present state. */
  snapshot(): () => void {
    const { base, newer, gone, firstBase, definition, identity } = this;
    return () => {
      this.identity = identity;
      this.newer = newer;
      this.gone = gone;
      this.firstBase = firstBase;
      this.#replace(base, definition);
    };
  }

  /** A new base is no edit: undoing it would also undo what others changed. */
  #replace(base: Webhook | null, definition: WebhookDefinition, isEdit = base === this.base): void {
    this.#endTyping();
    this.base = base;
    this.#fill(definition);
    if (isEdit) this.recordEdit();
    else this.edits.startFrom(this.definition);
  }

  #endTyping(): void {
    this.recordEdit();
    this.edits.endTyping();
  }

  #revert(reverted: Reverted | null): readonly EditedPlace[] | null {
    if (reverted === null) return null;
    this.#fill(reverted.definition);
    return reverted.places;
  }

  /** Unchanged headers keep their row keys, so that inputs keep focus and caret. */
  #fill(definition: WebhookDefinition): void {
    const { headers } = definition;
    const rows = this.headerRows.filter((row) => !row.deleted);
    const partners = pairHeaders(rows, headers).partners.map((partner) =>
      partner === null ? -1 : headers.indexOf(partner),
    );
    this.fields = fieldsOf(definition);
    const present = headers.map((header, index) => ({
      key: rows[partners.indexOf(index)]?.key ?? newKey(),
      ...header,
      deleted: false,
    }));
    const gone = (this.base?.headers ?? [])
      .filter((header) => header.id !== null && !headers.some((each) => each.id === header.id))
      .map((header) => ({ key: this.#keyOfRow(header), ...header, deleted: true }));
    this.headerRows = [...present, ...gone];
  }

  #keyOfRow({ id }: Header): string {
    return this.headerRows.find((row) => row.deleted && row.id === id)?.key ?? newKey();
  }

  #isUntouched(path: string): boolean {
    const [group, index, part] = path.split('.');
    if (group === 'headers') {
      const row = this.headerRows.filter((each) => !each.deleted)[Number(index)];
      return part === 'name' && row?.name === '';
    }
    return path === 'name' ? this.fields.name === '' : path === 'url' && this.fields.url === '';
  }
}
