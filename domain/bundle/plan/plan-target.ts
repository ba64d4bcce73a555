import type { InstallationList } from '../../publishing/installation-list.ts';
import type { RowAnswers } from '../../publishing/plan.ts';
import type { RetainedParts } from './retained-parts.ts';

export interface PlanTarget {
  readonly connectionId: string;
  /** SHA-256 of the API root. */
  readonly fingerprint: string;
  readonly list: InstallationList;
}

export interface PlanChoices {
  readonly removeOthers: boolean;
  /** Whether a person decides which webhook an existing name means. */
  readonly asksForNames?: boolean;
  readonly retained?: RetainedParts | null;
  readonly decisions: ReadonlyMap<string, RowAnswers>;
  /** By destination, then by secret name. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
}
