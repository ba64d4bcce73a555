import type { PlanRowView } from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import type { RowDecision } from '#domain/bundle/plan/plan-target.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';

/** A secret value for the webhooks of a file. It is sent to this destination only. */
export interface GivenSecret {
  readonly name: string;
  readonly destination: string;
  readonly value: string;
  /** True when the value comes from the vault and was not entered for this plan. */
  readonly remembered: boolean;
}

/** What a person answered for the rows of a plan. The values of secrets are never stored with the plan. */
export interface PlanAnswers {
  /** By the key of the row. */
  readonly rows: ReadonlyMap<string, RowDecision>;
  /** By installation. */
  readonly secrets: ReadonlyMap<string, readonly GivenSecret[]>;
}

/** An installation of a plan; `problem` says why its list cannot be read. */
export type TargetInstallation =
  | {
      readonly connectionId: string;
      readonly variant: VariantId;
      /** SHA-256 of the API root. */
      readonly fingerprint: string;
    }
  | { readonly connectionId: string; readonly problem: Problem };

/** What to decide again: the installations of these rows, or one installation. */
export type DecisionScope =
  { readonly keys: readonly string[] } | { readonly connectionId: string };

/** A part of the rows of one installation, in their order. */
export interface PartOfRows {
  readonly connectionId: string;
  readonly from: number;
  readonly count: number;
}

/** What a decision changed among the rows of one installation. */
export interface RowChanges {
  readonly connectionId: string;
  /** Number of rows that are new or changed since the last decision. */
  readonly changed: number;
  /** Keys of rows that are no longer proposed. */
  readonly gone: readonly string[];
}

/**
 * Holds and decides the rows of plans: in the host, or on the bundle thread. Data are plain and in parts.
 * Unknown ids give `null` or an empty list.
 */
export interface RowHolder {
  addTarget(planId: string, target: TargetInstallation): Promise<void>;
  /** Adds a part of the current list. Must be called before `decide`. */
  addLive(planId: string, connectionId: string, webhooks: readonly ListedWebhook[]): Promise<void>;
  /** `null` also for an unknown row. */
  decide(
    planId: string,
    scope: DecisionScope,
    answers: PlanAnswers,
  ): Promise<readonly RowChanges[] | null>;
  /** Rows that the last decision added or changed. */
  changedRows(planId: string, part: PartOfRows): Promise<readonly PlanRowView[]>;
  /** Rows as they would be sent, in their order. `shownAs` tells which texts contain secrets. */
  planRows(planId: string, part: PartOfRows): Promise<readonly PlanRow[]>;
  planRow(planId: string, key: string): Promise<PlanRow | null>;
  forgetPlan(planId: string): Promise<void>;
}
