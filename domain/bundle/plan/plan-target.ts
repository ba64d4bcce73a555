import type { InstallationList } from '../../publishing/installation-list.ts';
import type { RowAnswers } from '../../publishing/plan.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { Webhook } from '../../webhook/webhook.ts';

export interface PlanTarget {
  readonly connectionId: string;
  /** SHA-256 of the API root. */
  readonly fingerprint: string;
  readonly variant: VariantId;
  readonly webhooks: readonly Webhook[];
  /** Also contains webhooks that no id identifies. */
  readonly list: InstallationList;
}

export interface PlanChoices {
  readonly removeOthers: boolean;
  readonly decisions: ReadonlyMap<string, RowAnswers>;
  /** By destination, then by secret name. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
}
