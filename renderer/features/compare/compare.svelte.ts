import type { ComparisonReference } from '#contract/comparisons.ts';
import type { PlanSource } from '#contract/plans.ts';
import type { WebhookKey } from '#domain/webhook/listed.ts';
import { type CompareApi, Comparison } from './comparison.svelte.ts';

/** What *Compare with…* asks the installations for. */
export interface CompareQuestion {
  readonly referenceId: string;
  /** `null` for all webhooks of the reference. */
  readonly webhook: { readonly key: WebhookKey; readonly name: string } | null;
}

type Selected = Pick<
  Extract<PlanSource, { kind: 'comparison' }>,
  'keys' | 'connectionIds' | 'alsoRemove'
>;

interface Preferences {
  readonly settings: { readonly ignoredParts: readonly string[] };
  change(change: { ignoredParts: string[] }): Promise<void>;
}

interface Readings {
  read(connectionIds: readonly string[]): Promise<unknown>;
}

/** The comparison on screen. */
export class Compare {
  readonly #api: CompareApi;
  readonly #preferences: Preferences;
  readonly #readings: Readings;
  current = $state.raw<Comparison | null>(null);
  question = $state.raw<CompareQuestion | null>(null);

  constructor(api: CompareApi, preferences: Preferences, readings: Readings) {
    this.#api = api;
    this.#preferences = preferences;
    this.#readings = readings;
  }

  get ignored(): readonly string[] {
    return this.#preferences.settings.ignoredParts;
  }

  async start(
    reference: ComparisonReference,
    otherIds: readonly string[],
    webhook: CompareQuestion['webhook'] = null,
  ): Promise<void> {
    this.current?.close();
    const comparison = new Comparison(this.#api, reference, otherIds, () => this.ignored);
    this.current = comparison;
    if (webhook !== null) {
      comparison.filter = 'all';
      comparison.text = webhook.name;
    }
    await comparison.compare();
    if (webhook !== null) await comparison.open(`reference/${webhook.key}`);
  }

  /** Reads the compared installations, then compares them again. */
  async refresh(): Promise<void> {
    const { current } = this;
    if (current === null) return;
    await this.#readings.read(current.installationIds);
    if (this.current === current) await current.compare();
  }

  close(): void {
    this.current?.close();
    this.current = null;
  }

  async ignore(part: string): Promise<void> {
    if (this.ignored.includes(part)) return;
    await this.#ignoreOnly([...this.ignored, part]);
  }

  async compareAgain(part: string): Promise<void> {
    await this.#ignoreOnly(this.ignored.filter((each) => each !== part));
  }

  /** `null` while nothing is compared. */
  planOf(selected: Selected): PlanSource | null {
    const comparisonId = this.current?.matrix?.comparisonId;
    return comparisonId === undefined ? null : { kind: 'comparison', comparisonId, ...selected };
  }

  async #ignoreOnly(ignoredParts: string[]): Promise<void> {
    await this.#preferences.change({ ignoredParts });
    await this.current?.compare();
  }
}
