import type { HookdeskClient } from '#contract/index.ts';
import type { OutboundRequest } from '#contract/publishing.ts';
import type { PublishEvent, PublishOutcome } from '#contract/publishing.ts';
import { sameDraft } from '#domain/merge/merge-drafts.ts';
import type { Problem } from '#domain/problem.ts';
import { draftChangedProblem } from '#domain/publishing/publish-problems.ts';
import type { Draft } from '../../../shared/drafts/draft.svelte.ts';
import { afterSend } from '../../../shared/drafts/publication.ts';
import type { Drafts } from '../../../shared/drafts/drafts.svelte.ts';
import { problemOf } from '../../../shared/problem.ts';

type Step = Extract<PublishEvent, { kind: 'step' }>['step'];

export class Publishing {
  readonly #client: HookdeskClient;
  readonly #drafts: Pick<Drafts, 'flushNow' | 'revisionOf'>;
  readonly #draft: Draft;
  #sending: AbortController | null = null;
  #preview = 0;

  request = $state.raw<OutboundRequest | null>(null);
  /** The request is that of an earlier state of the draft. */
  isBehind = $state(false);
  /** Ids of webhooks on the installation that have the name of the new one. */
  namedBefore = $state.raw<readonly number[]>([]);
  step = $state<Step | null>(null);
  outcome = $state.raw<PublishOutcome | null>(null);
  problem = $state.raw<Problem | null>(null);
  failed = $state.raw<'preview' | 'publishing'>('preview');
  /** The last undo of the published update, or the redo of that undo. */
  undone = $state.raw<{ readonly entryId: string; readonly isRedo: boolean } | null>(null);
  undoing = $state(false);
  /** The user stopped it before anything was sent. */
  stopped = $state(false);

  constructor(
    client: HookdeskClient,
    drafts: Pick<Drafts, 'flushNow' | 'revisionOf'>,
    draft: Draft,
  ) {
    this.#client = client;
    this.#drafts = drafts;
    this.#draft = draft;
  }

  async preview(): Promise<void> {
    const turn = ++this.#preview;
    this.isBehind = true;
    const { connectionId, base, definition } = this.#draft;
    try {
      const { request, namedBefore } = await this.#client.publishing.preview({
        connectionId,
        base,
        definition,
      });
      if (turn !== this.#preview) return;
      this.request = request;
      this.isBehind = false;
      this.namedBefore = namedBefore;
      if (this.failed === 'preview') this.problem = null;
    } catch (error) {
      if (turn !== this.#preview) return;
      this.failed = 'preview';
      this.problem = problemOf(error);
    }
  }

  /** @param despiteOpen although an earlier request has no outcome yet */
  async publish(despiteOpen = false): Promise<void> {
    if (this.step !== null) return;
    const draft = this.#draft;
    const reviewed = draft.content;
    const namedBefore = [...this.namedBefore];
    const sending = new AbortController();
    this.#sending = sending;
    this.clear();
    this.step = 'checking';
    this.failed = 'publishing';
    try {
      await this.#drafts.flushNow();
      const revision = this.#drafts.revisionOf(draft);
      if (revision === null || !sameDraft(reviewed, draft.content)) {
        this.problem = draftChangedProblem;
        return;
      }
      draft.publication = afterSend(draft.publication);
      const input = { draftId: draft.key, revision, despiteOpen, namedBefore };
      const { signal } = sending;
      for await (const event of await this.#client.publishing.publish(input, { signal })) {
        if (event.kind === 'outcome') this.outcome = event.outcome;
        else this.step = event.step;
      }
    } catch (error) {
      if (sending.signal.aborted) this.stopped = true;
      else this.problem = problemOf(error);
    } finally {
      this.step = null;
      this.#sending = null;
    }
  }

  get canStop(): boolean {
    return this.step === 'checking';
  }

  stop(): void {
    if (this.canStop) this.#sending?.abort();
  }

  /** @param send undoes an entry, and returns the entry of the undo */
  async undo(entryId: string, send: (entryId: string) => Promise<string | null>): Promise<void> {
    if (this.undoing) return;
    this.undoing = true;
    try {
      const undoneBy = await send(entryId);
      if (undoneBy === null) return;
      const isRedo = this.undone?.isRedo === false;
      this.clear();
      this.undone = { entryId: undoneBy, isRedo };
    } finally {
      this.undoing = false;
    }
  }

  clear(): void {
    this.undone = null;
    this.outcome = null;
    this.problem = null;
    this.stopped = false;
  }
}
