import type { PlanRowView, PlanSource } from '#contract/plans.ts';
import type { Drafts } from '../drafts.svelte.ts';

/** The revisions of drafts when a plan was made of them, by the drafts' ids. */
export type DraftRevisions = ReadonlyMap<string, number | null>;

/** The drafts that plans are made of. */
export class DraftsOfPlans {
  readonly #drafts: Drafts;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  /** Saves every edit, so that the host makes the plan of what a person sees; gives what it has then. */
  async ready(): Promise<DraftRevisions> {
    await this.#drafts.flushNow();
    return new Map(this.#drafts.edited.map((draft) => [draft.key, this.#drafts.revisionOf(draft)]));
  }

  /** Without the drafts that have gone since; `null` where nothing is left. */
  stillThere(source: PlanSource): PlanSource | null {
    if (source.kind !== 'drafts') return source;
    const draftIds = source.draftIds.filter((id) => this.#drafts.get(id)?.isEdited === true);
    return draftIds.length === 0 ? null : { ...source, draftIds };
  }

  /** Whether the draft of a row is another than it was then, or has gone. */
  changedSince({ draftId }: Pick<PlanRowView, 'draftId'>, then: DraftRevisions): boolean {
    if (draftId === null) return false;
    const draft = this.#drafts.get(draftId);
    return draft?.isEdited !== true || this.#drafts.revisionOf(draft) !== then.get(draftId);
  }
}
