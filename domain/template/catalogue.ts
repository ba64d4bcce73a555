import catalogue from '../../resources/token-catalogue.json' with { type: 'json' };
import type { ScenarioName } from './scenarios.ts';

/** A token that is documented for alerts. */
export interface CatalogueToken {
  /** Without the percent signs. */
  readonly name: string;
  /** What it stands for, as a sentence. */
  readonly meaning: string;
  /** When the value is empty, as a sentence and as far as is known; `null` where never. */
  readonly emptyWhen: string | null;
  readonly samples: Readonly<Record<ScenarioName, string>>;
}

/**
 * The tokens documented for payload templates of alerts, in the order of the documentation (PEM 10).
 * None are documented for jobs.
 */
export const alertTokens: readonly CatalogueToken[] = catalogue.tokens;
