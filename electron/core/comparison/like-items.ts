import { planLimits, type SourceOf } from '#contract/plans.ts';
import { canHold, partInWords, type Side } from '#domain/comparison/compared-parts.ts';
import { likeReference, newLikeReference } from '#domain/comparison/make-like.ts';
import { cellAt } from '#domain/comparison/matrix.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem } from '#domain/publishing/plan.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { standingReasons } from '#domain/publishing/standing-reasons.ts';
import { variants } from '#domain/webhook/variant.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { type Proposal, proposalOf } from '../preparing/proposal.ts';
import {
  type ComparisonNeeds,
  type HeldComparison,
  referenceSide,
  sideOf,
} from './held-comparison.ts';
import type { HeldRow } from './matrix-rows.ts';
import {
  changedSinceCompared,
  noSuchComparedRow,
  nothingToMakeAlike,
  tooManyToMakeAlike,
} from './comparison-problems.ts';

type Source = SourceOf<'comparison'>;

interface Cell {
  readonly held: HeldRow;
  readonly connectionId: string;
  readonly column: number;
}

/** The host reads all values from the lists, so that no secret passes a window. */
export function proposeLikeReference(
  needs: ComparisonNeeds,
  comparison: HeldComparison,
  source: Source,
): Proposal {
  const cells = cellsOf(comparison, source);
  if (cells.length > planLimits.comparison) throw tooManyToMakeAlike(planLimits.comparison);
  const items = cells.map((cell) => itemOf(needs, comparison, cell, source));
  if (items.length === 0) throw nothingToMakeAlike();
  const { name } = comparison.reference;
  const count = items.length;
  const title = `Make ${count} ${count === 1 ? 'webhook' : 'webhooks'} like ${name}`;
  return proposalOf(title, items);
}

function cellsOf({ rows, columns }: HeldComparison, source: Source): Cell[] {
  const keys = source.keys ?? [...rows.keys()];
  const wanted = source.connectionIds === null ? null : new Set(source.connectionIds);
  return keys.flatMap((key) => {
    const held = rows.get(key);
    if (held === undefined) throw noSuchComparedRow();
    return columns.flatMap(({ connectionId, readAt }, column): Cell[] => {
      if (readAt === null || wanted?.has(connectionId) === false) return [];
      const { kind } = cellAt(held.row, column);
      const isMade = kind === 'differs' || kind === 'missing';
      const isRemoved = kind === 'extra' && source.alsoRemove;
      return isMade || isRemoved ? [{ held, connectionId, column }] : [];
    });
  });
}

function itemOf(
  needs: ComparisonNeeds,
  comparison: HeldComparison,
  { held, connectionId, column }: Cell,
  { keys }: Source,
): ProposedItem {
  const { key, name } = held.row;
  const blank = blankItem(connectionId, `${connectionId}/${key}`, 'create');
  const found = referenceSide(comparison, held);
  const reference = found?.webhook.name === name ? found : null;
  const partner = held.partners[column] ?? null;
  if (held.referenceKey !== null && reference === null) return changed(blank);
  if (partner === null) {
    return reference === null ? changed(blank) : created(needs, blank, reference);
  }
  const other = sideOf(needs, connectionId, partner);
  if (other?.webhook.name !== name) return changed(blank);
  const { webhook, variant } = other;
  if (webhook.id === null) return { ...blank, problem: unaddressableProblem(webhook.idDefect) };
  const base: Webhook = webhook;
  if (reference === null) {
    // Of many, a person selects those to delete.
    const selected = keys !== null;
    const reasons = [standingReasons.notOnReference];
    return { ...blank, action: 'delete', base, reasons, selected };
  }
  const definition = likeReference(reference, { webhook, variant }, comparison.ignored);
  const reasons = keptMethod(reference, { webhook, variant }, comparison.ignored);
  return {
    ...blank,
    action: 'update',
    base,
    definition,
    reasons,
  };
}

/** Why a method that differs stays. */
function keptMethod(reference: Side, other: Side, ignored: ReadonlySet<string>): string[] {
  if (ignored.has('method') || canHold('method', reference, other)) return [];
  const { method } = reference.webhook;
  return [`Method ${other.webhook.method} stays: ${method} is not supported here.`];
}

function created(
  { connections }: ComparisonNeeds,
  item: ProposedItem,
  reference: Side,
): ProposedItem {
  const { variant } = connections.find(item.connectionId);
  const { definition, losses, unknown } = newLikeReference(reference, variant);
  const isForJobs = reference.webhook.payloadType === 'JOB' && !variants[variant].hasPayloadType;
  const parts = unknown.map(partInWords).join(', ');
  return {
    ...item,
    definition,
    losses,
    reasons: [
      ...(unknown.length === 0
        ? []
        : [`The reference does not report the secret of: ${parts}. Enter it after publishing.`]),
      ...(isForJobs ? ['The reference uses it for jobs; here it is for alerts.'] : []),
    ],
    selected: unknown.length === 0 && !isForJobs,
  };
}

const changed = (item: ProposedItem): ProposedItem => ({
  ...item,
  problem: changedSinceCompared,
});
