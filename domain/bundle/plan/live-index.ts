import type { Alternative } from '../../publishing/plan.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import type { BundleRow } from '../bundle-row.ts';
import { filled, type Pieces } from '../pieces.ts';
import { isSource, type PlanTarget } from './plan-target.ts';

const maxAlternatives = 8;

const maxCandidates = 1_000;

export class LiveIndex {
  readonly #target: PlanTarget;
  readonly #byName: ReadonlyMap<string, readonly Webhook[]>;
  readonly #bySimilarName: ReadonlyMap<string, readonly Webhook[]>;
  readonly #byUrl: ReadonlyMap<string, readonly Webhook[]>;
  readonly #alternatives = new Map<string, Alternative>();

  constructor(target: PlanTarget) {
    this.#target = target;
    const webhooks = [...target.list.webhooks.values()];
    this.#byName = Map.groupBy(webhooks, ({ name }) => name);
    this.#bySimilarName = Map.groupBy(webhooks, ({ name }) => similar(name));
    this.#byUrl = Map.groupBy(webhooks, ({ url }) => url);
  }

  withId(id: number): Webhook | null {
    return this.#target.list.webhooks.get(id) ?? null;
  }

  withName(name: string): readonly Webhook[] {
    return this.#byName.get(name) ?? [];
  }

  /** The webhook that the row was exported from, if this installation is its source. */
  former({ origin }: BundleRow): Webhook | null {
    const formerId = isSource(origin, this.#target) ? origin?.formerId : null;
    return formerId == null ? null : this.withId(formerId);
  }

  /** The most likely first, eight at most. */
  alternatives(
    row: BundleRow,
    name: string,
    url: Pieces,
    secrets: ReadonlyMap<string, string>,
  ): Alternative[] {
    const found = new Map<number, { webhook: Webhook; because: Alternative['because'] }>();
    const put = (webhooks: readonly Webhook[], because: Alternative['because'][number]): void => {
      for (const webhook of webhooks.slice(0, maxAlternatives)) {
        const known = found.get(webhook.id);
        if (known === undefined) found.set(webhook.id, { webhook, because: [because] });
        else known.because.push(because);
      }
    };
    const former = this.former(row);
    const text = filled(url, secrets);
    put(former === null ? [] : [former], 'former-id');
    put(this.withName(name), 'same-name');
    put(text === null || text === '' ? [] : (this.#byUrl.get(text) ?? []), 'same-url');
    const others = this.#bySimilarName.get(similar(name)) ?? [];
    if (others.length > this.withName(name).length) {
      const near = others.slice(0, maxCandidates).filter((webhook) => webhook.name !== name);
      put(near, 'similar-name');
    }
    return [...found.values()]
      .slice(0, maxAlternatives)
      .map(({ webhook, because }) => this.#alternative(webhook, because));
  }

  #alternative(
    { id, name, url, method, enabled }: Webhook,
    because: Alternative['because'],
  ): Alternative {
    const key = `${id} ${because.join(' ')}`;
    const known = this.#alternatives.get(key);
    if (known !== undefined) return known;
    const made = { webhookId: id, name, url, method, enabled, because };
    this.#alternatives.set(key, made);
    return made;
  }
}

const similar = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
