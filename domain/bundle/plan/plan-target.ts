import type { VariantId } from '../../webhook/variant.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import type { Decision } from './bundle-plan.ts';

/** An installation as it was read just now. */
export interface PlanTarget {
  readonly connectionId: string;
  readonly variant: VariantId;
  readonly webhooks: readonly Webhook[];
}

/** What a person has chosen for a plan against one installation. */
export interface PlanChoices {
  /** Whether webhooks that the file does not have are listed for removal. */
  readonly removeOthers: boolean;
  /** By the keys of the file's rows. */
  readonly decisions: ReadonlyMap<string, Decision>;
  /** Values of secrets by their names, under the destination that they were given for. */
  readonly secrets: ReadonlyMap<string, ReadonlyMap<string, string>>;
}
