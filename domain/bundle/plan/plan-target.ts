import type { VariantId } from '../../webhook/variant.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import type { Decision } from './bundle-plan.ts';

export interface PlanTarget {
  readonly connectionId: string;
  readonly variant: VariantId;
  readonly webhooks: readonly Webhook[];
}

export interface PlanChoices {
  readonly removeOthers: boolean;
  readonly decisions: ReadonlyMap<string, Decision>;
  /** By destination, then by secret name. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
}
