import type { ExportSelection } from '#contract/bundle-export.ts';
import { Selection } from '../../../shared/rows/selection.svelte.ts';

/** `null` for all webhooks of the installation. */
type WebhookIds = readonly number[] | null;

export interface ExportStart {
  readonly webhooks: ReadonlyMap<string, WebhookIds>;
  readonly draftIds: readonly string[];
}

export class ExportChoice {
  readonly #start: ExportStart;
  #webhooks = $state.raw<ReadonlyMap<string, WebhookIds>>(new Map());
  readonly drafts = new Selection();

  constructor(start: ExportStart) {
    this.#start = start;
    this.#webhooks = start.webhooks;
    this.drafts.only(start.draftIds);
  }

  get isEmpty(): boolean {
    return this.#webhooks.size === 0 && this.drafts.size === 0;
  }

  get connectionIds(): string[] {
    return [...this.#webhooks.keys()];
  }

  partOf(connectionId: string): readonly number[] | null {
    return this.#start.webhooks.get(connectionId) ?? null;
  }

  /** Returns `undefined` if nothing of the installation is exported, `null` if all of it is. */
  of(connectionId: string): WebhookIds | undefined {
    return this.#webhooks.get(connectionId);
  }

  /** @param ids as `of` returns them */
  choose(connectionId: string, ids: WebhookIds | undefined): void {
    const next = new Map(this.#webhooks);
    if (ids === undefined) next.delete(connectionId);
    else next.set(connectionId, ids);
    this.#webhooks = next;
  }

  selection(connectionIds: readonly string[], draftIds: readonly string[]): ExportSelection {
    return {
      webhooks: connectionIds.flatMap((connectionId) => {
        const ids = this.of(connectionId);
        return ids === undefined
          ? []
          : [{ connectionId, webhookIds: ids === null ? null : [...ids] }];
      }),
      draftIds: this.drafts.of(draftIds),
    };
  }
}
