import type { PlanRow } from '#domain/publishing/plan.ts';
import { shownDefinition } from '#domain/publishing/shown-as.ts';
import { shownAsOfRow } from '#domain/publishing/shown-row.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';

/** Replaces secret values by their names. */
export function shownRow(row: PlanRow): PlanRow {
  const { shownAs, ...rest } = row;
  const names = shownAsOfRow(rest, shownAs);
  const shown = <Shown extends WebhookDefinition>(webhook: Shown | null): Shown | null =>
    webhook === null ? null : shownDefinition(webhook, names);
  return {
    ...rest,
    base: shown(row.base),
    live: shown(row.live),
    definition: shown(row.definition),
  };
}
