import catalogue from '../../resources/token-catalogue.json' with { type: 'json' };
import type { ScenarioName } from './scenarios.ts';

export interface CatalogueToken {
  /** Without the percent signs. */
  readonly name: string;
  readonly meaning: string;
  /** A sentence; `null` when the value is never empty. */
  readonly emptyWhen: string | null;
  readonly samples: Readonly<Record<ScenarioName, string>>;
}

/** In the order of the documentation (PEM 10), which has no tokens for jobs. */
export const alertTokens: readonly CatalogueToken[] = catalogue.tokens;
