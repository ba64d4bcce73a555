import { createContext } from 'svelte';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { Problem } from '#domain/problem.ts';
import { isAddressable, type WebhookKey } from '#domain/webhook/listed.ts';
import { summaryOf } from '#domain/webhook/webhook.ts';
import type { Draft } from '../../shared/drafts/draft.svelte.ts';
import type { Drafts } from '../../shared/drafts/drafts.svelte.ts';
import type { Connections } from '../../shared/installations/connections.svelte.ts';
import { problemOf } from '../../shared/problem.ts';
import type { WebhookList } from '../list/webhook-list.svelte.ts';

export type EditorTab = 'definition' | 'headers' | 'payload' | 'review';

/** The last read of the shown webhook, which stands in until a fresh read succeeds. */
export interface LastRead {
  readonly readAt: Date | null;
  /** Why a fresh read failed; `null` while it runs. */
  readonly problem: Problem | null;
}

/** Whether the last read stands in after this problem. */
const standsIn = ({ code }: Problem): boolean =>
  // A missing webhook is gone, and a locked vault must be unlocked first.
  code !== 'not-found' && code !== 'vault-locked' && code !== 'no-such-connection';

type Opened =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'opening'; readonly webhookId: number }
  | { readonly kind: 'failed'; readonly webhookId: number; readonly problem: Problem }
  | {
      readonly kind: 'draft';
      readonly key: string;
      readonly lastRead?: LastRead;
    }
  | { readonly kind: 'remote-change'; readonly key: WebhookKey }
  /** A webhook whose id is not unique; read-only. */
  | { readonly kind: 'unaddressable'; readonly key: WebhookKey }
  | { readonly kind: 'practice' }
  | { readonly kind: 'coverage' };

/** Milliseconds to wait for a fresh read of a webhook from a fresh list. */
const freshReadLimit = 2_000;

export class Editor {
  readonly #snapshots: Pick<HookdeskClient['snapshots'], 'read'>;
  readonly #connections: Pick<Connections, 'find'>;
  readonly #drafts: Drafts;
  #opening: AbortController | null = null;
  readonly focus = new EditorFocus();

  opened = $state.raw<Opened>({ kind: 'nothing' });
  tab = $state<EditorTab>('definition');
  /** Whether a webhook was opened since the start. */
  wasUsed = $state(false);

  readonly draft: Draft | null = $derived.by(() =>
    this.opened.kind === 'draft' ? this.#drafts.get(this.opened.key) : null,
  );
  readonly lastRead: LastRead | null = $derived.by(() =>
    this.opened.kind === 'draft' ? (this.opened.lastRead ?? null) : null,
  );
  readonly openedKey: WebhookKey | null = $derived.by(() => {
    const { opened } = this;
    if ('webhookId' in opened) return opened.webhookId;
    if (opened.kind === 'remote-change' || opened.kind === 'unaddressable') return opened.key;
    return this.draft?.base?.id ?? null;
  });

  constructor(
    snapshots: Pick<HookdeskClient['snapshots'], 'read'>,
    connections: Pick<Connections, 'find'>,
    drafts: Drafts,
  ) {
    this.#snapshots = snapshots;
    this.#connections = connections;
    this.#drafts = drafts;
  }

  show(opened: Opened): void {
    this.#opening?.abort();
    if (opened.kind === 'draft') this.wasUsed = true;
    this.opened = opened;
  }

  showDraft({ key }: Draft): void {
    this.show({ kind: 'draft', key });
    if (this.tab === 'review') this.tab = 'definition';
  }

  review(): void {
    if (this.draft === null) return;
    this.draft.reviewed = true;
    this.tab = 'review';
  }

  select(tab: EditorTab): void {
    if (tab === 'review') this.review();
    else this.tab = tab;
  }

  /** The first field of the tab takes the focus. */
  goTo(tab: EditorTab): void {
    this.select(tab);
    this.focus.request();
  }

  close(): void {
    this.show({ kind: 'nothing' });
    this.tab = 'definition';
  }

  shows(draft: Draft): boolean {
    return this.opened.kind === 'draft' && this.opened.key === draft.key;
  }

  follow(from: string, to: string): void {
    const { opened } = this;
    if (opened.kind === 'draft' && opened.key === from) this.opened = { ...opened, key: to };
  }

  async open(
    connection: ConnectionView,
    webhookId: number,
    list: WebhookList | null,
  ): Promise<void> {
    const signal = this.#begin();
    const existing = this.#drafts.ofWebhook(connection.id, webhookId);
    this.wasUsed = true;
    this.opened =
      existing === null ? { kind: 'opening', webhookId } : { kind: 'draft', key: existing.key };
    if (this.tab === 'review') this.tab = 'definition';
    const answered = new AbortController();
    const untilAnswered = AbortSignal.any([signal, answered.signal]);
    const lastReadShown = this.#showLastRead(
      connection,
      webhookId,
      list?.isFresh === true,
      untilAnswered,
    );
    try {
      const draft = await this.#drafts.open(connection, webhookId, signal);
      answered.abort();
      await lastReadShown;
      if (signal.aborted) return;
      this.opened = { kind: 'draft', key: draft.key };
      const current = draft.newer ?? draft.base;
      if (current !== null) list?.put(summaryOf(current));
    } catch (error) {
      const problem = problemOf(error);
      answered.abort();
      const isShown = await lastReadShown;
      if (await this.#keepEdited(problem, signal)) return;
      const stands = standsIn(problem) || (isShown && problem.code === 'vault-locked');
      if (stands && (await this.#openLast(connection, webhookId, problem, signal))) return;
      if (!signal.aborted) this.opened = { kind: 'failed', webhookId, problem };
    }
  }

  async refresh(draft: Draft): Promise<void> {
    const signal = this.#begin();
    const { base, connectionId } = draft;
    try {
      await this.#drafts.refresh(draft, signal);
      if (this.shows(draft)) this.opened = { kind: 'draft', key: draft.key };
    } catch (error) {
      const problem = problemOf(error);
      if (await this.#keepEdited(problem, signal)) return;
      const connection = this.#connections.find(connectionId);
      if (base === null || connection === undefined || !standsIn(problem)) return;
      await this.#openLast(connection, base.id, problem, signal);
    }
  }

  retryRead(): void {
    if (this.lastRead?.problem != null && this.draft !== null) void this.refresh(this.draft);
  }

  #begin(): AbortSignal {
    this.#opening?.abort();
    this.#opening = new AbortController();
    return this.#opening.signal;
  }

  /** Shows the last known state until the installation answers, which aborts `untilAnswered`. */
  async #showLastRead(
    connection: ConnectionView,
    webhookId: number,
    isFresh: boolean,
    untilAnswered: AbortSignal,
  ): Promise<boolean> {
    if (isFresh && !untilAnswered.aborted) {
      const due = AbortSignal.any([untilAnswered, AbortSignal.timeout(freshReadLimit)]);
      await new Promise((resolve) => {
        due.addEventListener('abort', resolve);
      });
    }
    return (
      !untilAnswered.aborted && (await this.#openLast(connection, webhookId, null, untilAnswered))
    );
  }

  /**
   * Keeps an edited draft open, with the reason why its webhook could not be read.
   * @returns `false` when the caller shows the problem
   */
  async #keepEdited(problem: Problem, signal: AbortSignal): Promise<boolean> {
    const { draft } = this;
    if (draft?.base == null || !draft.isEdited) return signal.aborted;
    const { connectionId, base } = draft;
    const { readAt } = await this.#snapshots.read({ connectionId, key: base.id });
    const lastRead = { readAt, problem };
    if (!signal.aborted) this.opened = { kind: 'draft', key: draft.key, lastRead };
    return true;
  }

  async #openLast(
    connection: ConnectionView,
    webhookId: number,
    problem: Problem | null,
    signal: AbortSignal,
  ): Promise<boolean> {
    const address = { connectionId: connection.id, key: webhookId };
    const { webhook, readAt } = await this.#snapshots.read(address);
    if (webhook === null || !isAddressable(webhook)) return false;
    const draft = await this.#drafts.openLast(connection, webhook);
    const lastRead = { readAt, problem };
    if (!signal.aborted) this.opened = { kind: 'draft', key: draft.key, lastRead };
    return true;
  }
}

/** Moves the focus into the editor as soon as its content is drawn. */
class EditorFocus {
  #from: Element | null = null;
  isRequested = $state(false);

  request(): void {
    this.#from = document.activeElement;
    this.isRequested = true;
  }

  /** Leaves the focus alone if the user moved it after the request. */
  take(editor: HTMLElement): void {
    const { activeElement } = document;
    const isUnmoved = activeElement === document.body || activeElement === this.#from;
    this.isRequested = false;
    this.#from = null;
    if (isUnmoved || editor.contains(activeElement)) firstOf(editor)?.focus();
  }
}

/** The result of a review, the first field, the selected tab, or the title. */
function firstOf(editor: HTMLElement): HTMLElement | null {
  const selectors = [
    '[data-result]',
    '[role="tabpanel"][data-state="active"] input[data-field]',
    '[role="tab"][data-state="active"]',
    // Its content may be loading, and the tooltip of the first button would take Esc.
    'h2[tabindex]',
    'button',
  ];
  const found = selectors.map((selector) => editor.querySelector<HTMLElement>(selector));
  return found.find((element) => element !== null) ?? null;
}

export const [getEditor, setEditor] = createContext<Editor>();
