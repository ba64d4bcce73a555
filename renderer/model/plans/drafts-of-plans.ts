import type { PlanRowView, PlanSource } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import type { Draft } from '../draft.svelte.ts';
import type { Drafts } from '../drafts.svelte.ts';

/** What plans are to the drafts of the window: made of them, and the end of those that were published. */
export class DraftsOfPlans {
  readonly #drafts: Drafts;
  readonly #drop: (draft: Draft) => void;

  /** @param drop takes a draft out of sight whose row is done */
  constructor(drafts: Drafts, drop: (draft: Draft) => void) {
    this.#drafts = drafts;
    this.#drop = drop;
  }

  /** Resolves when the host has every edit, and so makes the plan of what a person sees. */
  async ready(): Promise<void> {
    await this.#drafts.flushNow();
  }

  /** Without the drafts that have gone since; `null` where nothing is left. */
  stillThere(source: PlanSource): PlanSource | null {
    if (source.kind !== 'drafts') return source;
    const draftIds = source.draftIds.filter((id) => this.#drafts.get(id)?.isEdited === true);
    return draftIds.length === 0 ? null : { ...source, draftIds };
  }

  /** Whether the draft of a row is another than it was then, or has gone. */
  changedSince({ draftId }: Pick<PlanRowView, 'draftId'>, then: Date): boolean {
    if (draftId === null) return false;
    const draft = this.#drafts.get(draftId);
    return draft?.isEdited !== true || this.#wasEditedAfter(draft, then);
  }

  /**
   * The installation holds by now what a row meant: its draft goes. One that was edited after the plan
   * was made stays, and is told what is there now.
   */
  async settle(
    { draftId }: Pick<PlanRowView, 'draftId'>,
    { outcome, webhookId }: Pick<RowResult, 'outcome' | 'webhookId'>,
    madeAt: Date,
  ): Promise<void> {
    const draft = this.#drafts.get(draftId);
    if (draft === null || (outcome !== 'done' && outcome !== 'unchanged')) return;
    if (!this.#wasEditedAfter(draft, madeAt)) this.#drop(draft);
    else if (webhookId !== null) await this.#drafts.followOn(draft, webhookId);
  }

  #wasEditedAfter(draft: Draft, then: Date): boolean {
    const at = this.#drafts.editedAt(draft);
    return at !== null && at > then;
  }
}
