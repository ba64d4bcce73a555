import type { ExportSelection } from '#contract/bundle-export.ts';
import type { SeenWebhook } from '#domain/webhook/listed.ts';
import { KeyTicks } from '../../../shared/rows/ticks.svelte.ts';

/** `null` for all webhooks of the installation. */
type ChosenWebhooks = readonly SeenWebhook[] | null;

export interface ExportStart {
  readonly webhooks: ReadonlyMap<string, ChosenWebhooks>;
  readonly draftIds: readonly string[];
}

export class ExportChoice {
  readonly #start: ExportStart;
  #webhooks = $state.raw<ReadonlyMap<string, ChosenWebhooks>>(new Map());
  readonly drafts = new KeyTicks();

  constructor(start: ExportStart) {
    this.#start = start;
    this.#webhooks = start.webhooks;
    this.drafts.tickOnly(start.draftIds);
  }

  get isEmpty(): boolean {
    return this.#webhooks.size === 0 && this.drafts.size === 0;
  }

  get connectionIds(): string[] {
    return [...this.#webhooks.keys()];
  }

  partOf(connectionId: string): ChosenWebhooks {
    return this.#start.webhooks.get(connectionId) ?? null;
  }

  /** Returns `undefined` if nothing of the installation is exported, `null` if all of it is. */
  of(connectionId: string): ChosenWebhooks | undefined {
    return this.#webhooks.get(connectionId);
  }

  /** @param chosen as `of` returns it */
  choose(connectionId: string, chosen: ChosenWebhooks | undefined): void {
    const next = new Map(this.#webhooks);
    if (chosen === undefined) next.delete(connectionId);
    else next.set(connectionId, chosen);
    this.#webhooks = next;
  }

  selection(connectionIds: readonly string[], draftIds: readonly string[]): ExportSelection {
    return {
      webhooks: connectionIds.flatMap((connectionId) => {
        const chosen = this.of(connectionId);
        return chosen === undefined
          ? []
          : [{ connectionId, webhooks: chosen === null ? null : [...chosen] }];
      }),
      draftIds: this.drafts.tickedAmong(draftIds),
    };
  }
}
