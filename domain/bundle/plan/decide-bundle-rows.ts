import { checkDefinition } from '../../webhook/check.ts';
import { sameContent } from '../../webhook/difference.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import type { PortableWebhook } from '../portable.ts';
import type { BundleRow } from '../bundle-row.ts';
import type { BundlePlan, BundlePlanRow } from './bundle-plan.ts';
import { completed, type Completed } from './complete.ts';
import { destinationOf } from './destination.ts';
import { LiveIndex } from './live-index.ts';
import { type Match, matchRows, type ReadRow } from './match-rows.ts';
import type { PlanChoices, PlanTarget } from './plan-target.ts';

/** Removals are listed only on request, and happen only if the user ticks them. */
export function decideBundleRows(
  rows: readonly BundleRow[],
  target: PlanTarget,
  choices: PlanChoices,
): BundlePlan {
  const { connectionId } = target;
  const index = new LiveIndex(target);
  const complete = ({ row, webhook }: ReadRow, live: Webhook | null): Completed =>
    completed(
      webhook,
      live,
      target.variant,
      secretsFor(webhook, live, choices),
      choices.decisions.get(row.key) ?? {},
    );
  const readable = rows.flatMap((row): ReadRow[] =>
    row.content.kind === 'webhook' ? [{ row, webhook: row.content.webhook }] : [],
  );
  const matches = matchRows(readable, index, choices, complete);
  const planned = rows.map((row): BundlePlanRow => {
    const blank = blankRow(connectionId, row.key, row.key);
    if (row.content.kind === 'unreadable') {
      return { ...blank, name: row.content.name, kind: 'invalid', fault: row.content.fault };
    }
    const { webhook } = row.content;
    const match = matches.get(row.key) ?? unmatched;
    const alternatives = index.alternatives(
      row,
      webhook.name,
      webhook.url,
      secretsFor(webhook, null, choices),
    );
    const at = { ...blank, name: webhook.name, alternatives };
    if (match.kind === 'undecided') {
      return { ...at, kind: 'decision', reasons: [match.reason], questions: [{ kind: 'pair' }] };
    }
    return judge(at, match, complete({ row, webhook }, match.live), target);
  });
  const removals = choices.removeOthers ? removalsOf(planned, target) : [];
  return { connectionId, rows: [...planned, ...removals] };
}

const none: ReadonlyMap<string, string> = new Map();

/** Only values that were given for this destination. */
const secretsFor = (
  webhook: PortableWebhook,
  live: Webhook | null,
  { secrets }: PlanChoices,
): ReadonlyMap<string, string> =>
  secrets.size === 0 ? none : (secrets.get(destinationOf(webhook, live)) ?? none);

const unmatched: Match = { kind: 'undecided', reason: 'It is not known which webhook is meant.' };

const blankRow = (connectionId: string, key: string, rowKey: string | null): BundlePlanRow => ({
  key: `${connectionId}/${key}`,
  rowKey,
  connectionId,
  name: '',
  kind: 'invalid',
  ticked: false,
  base: null,
  definition: null,
  reasons: [],
  losses: [],
  questions: [],
  alternatives: [],
  issues: [],
  fault: null,
});

function judge(
  row: BundlePlanRow,
  { live, reason }: Extract<Match, { kind: 'pair' }>,
  { definition, reasons, losses, questions }: Completed,
  { variant }: PlanTarget,
): BundlePlanRow {
  const others = row.alternatives.filter(({ webhookId }) => webhookId !== live?.id);
  const at: BundlePlanRow = {
    ...row,
    base: live,
    alternatives: others,
    reasons: [...(reason === null ? [] : [reason]), ...reasons],
    losses: [...losses],
    questions: [...questions],
  };
  if (questions.length > 0) return { ...at, kind: 'decision' };
  if (live !== null && sameContent(live, definition)) {
    return { ...at, kind: 'unchanged', definition };
  }
  const issues = checkDefinition(definition, variant, live);
  if (issues.some(({ level }) => level === 'error')) {
    return { ...at, kind: 'invalid', definition, issues };
  }
  return { ...at, kind: live === null ? 'create' : 'update', definition, issues, ticked: true };
}

/** Omits webhooks that an undecided row could still mean. */
function removalsOf(planned: readonly BundlePlanRow[], target: PlanTarget): BundlePlanRow[] {
  const spoken = new Set(
    planned.flatMap(({ base, kind, alternatives }) => [
      ...(base === null ? [] : [base.id]),
      ...(kind === 'decision' ? alternatives.map(({ webhookId }) => webhookId) : []),
    ]),
  );
  const undecided = planned.filter(({ kind }) => kind === 'decision');
  const names = new Set(undecided.map(({ name }) => name));
  const unread = planned.some(({ fault }) => fault !== null);
  const reasons = [
    'The file does not have it.',
    ...(unread ? ['Not all of the file could be read: it may be in there.'] : []),
  ];
  return (
    target.webhooks
      .filter(({ id, name }) => !spoken.has(id) && !names.has(name))
      // No key of a file begins with a space.
      .map((webhook) => ({
        ...blankRow(target.connectionId, ` remove ${webhook.id}`, null),
        name: webhook.name,
        kind: 'removal',
        base: webhook,
        reasons,
      }))
  );
}
