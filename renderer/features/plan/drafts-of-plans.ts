import type { PlanRowView, PlanSource } from '#contract/plans.ts';
import type { Drafts } from '../../shared/drafts/drafts.svelte.ts';

export type DraftRevisions = ReadonlyMap<string, number | null>;

export class DraftsOfPlans {
  readonly #drafts: Drafts;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  /** Saves every edit, so that the host plans what the user sees. */
  async ready(): Promise<DraftRevisions> {
    await this.#drafts.flushNow();
    return new Map(this.#drafts.edited.map((draft) => [draft.key, this.#drafts.revisionOf(draft)]));
  }

  stillThere(source: PlanSource): PlanSource | null {
    if (source.kind !== 'drafts') return source;
    const draftIds = source.draftIds.filter((id) => this.#drafts.get(id)?.isEdited === true);
    return draftIds.length === 0 ? null : { ...source, draftIds };
  }

  changedSince({ draftId }: Pick<PlanRowView, 'draftId'>, then: DraftRevisions): boolean {
    if (draftId === null) return false;
    const draft = this.#drafts.get(draftId);
    return draft?.isEdited !== true || this.#drafts.revisionOf(draft) !== then.get(draftId);
  }
}
