import type { HookdeskClient } from '#contract/index.ts';
import type { WebhookSelection } from '#contract/plans.ts';

type Gone = readonly { readonly connectionId: string; readonly webhookId: number }[];

/** What happened to selected webhooks since a person selected them. */
export class SelectionCheck {
  readonly #search: () => HookdeskClient['search'];
  #last = 0;
  changed = $state(0);
  /** Not among the results of the search. */
  notShown = $state(0);
  /** Deleted or replaced, and so no longer selected. */
  left = $state(0);

  constructor(search: () => HookdeskClient['search']) {
    this.#search = search;
  }

  /** Returns those that must leave the selection. The last check counts. */
  async run(searchId: string | null, selection: WebhookSelection): Promise<Gone> {
    const number = ++this.#last;
    if (selection.length === 0) {
      this.changed = 0;
      this.notShown = 0;
      return [];
    }
    try {
      const checked = await this.#search().checkSelection({ searchId, selection: [...selection] });
      if (number !== this.#last) return [];
      this.changed = checked.changed;
      this.notShown = checked.notShown;
      this.left += checked.gone.length;
      return checked.gone;
    } catch {
      // The search was released, or the vault was locked: the next list is checked again.
      return [];
    }
  }

  clear(): void {
    this.#last += 1;
    this.changed = 0;
    this.notShown = 0;
    this.left = 0;
  }

  /** Such as `1 of them not shown, 1 changed since selected`. */
  get parts(): string[] {
    return [
      ...(this.notShown > 0 ? [`${this.notShown.toLocaleString('en')} of them not shown`] : []),
      ...this.changes,
    ];
  }

  get changes(): string[] {
    const { changed, left } = this;
    return [
      ...(changed > 0 ? [`${changed.toLocaleString('en')} changed since selected`] : []),
      ...(left > 0 ? [`${left.toLocaleString('en')} no longer selected: deleted or replaced`] : []),
    ];
  }
}
