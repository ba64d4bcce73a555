import { changesInWords } from '../journal/entry-summary.ts';
import { type RemoteChange, compareWithRemote } from '../merge/compare-with-remote.ts';
import { mergeWebhook } from '../merge/merge.ts';
import { plainProblem, type Problem } from '../problem.ts';
import { checkDefinition } from '../webhook/check.ts';
import { changedSince, isUnchanged, sameContent } from '../webhook/difference.ts';
import { addressable, type IdDefect, idDefects, type ListedWebhook } from '../webhook/listed.ts';
import type { VariantId } from '../webhook/variant.ts';
import type { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import type { PlanItem, PlanRow } from './plan.ts';
import { conflictProblem, invalidProblem, unaddressableProblem } from './publish-problems.ts';

export interface SeenInstallation {
  readonly variant: VariantId;
  readonly webhooks: ReadonlyMap<number, Webhook>;
  /** Ids that do not identify a webhook. */
  readonly idDefects: ReadonlyMap<number, IdDefect>;
  readonly byName: ReadonlyMap<string, readonly ListedWebhook[]>;
}

export const seenInstallation = (
  variant: VariantId,
  webhooks: readonly ListedWebhook[],
): SeenInstallation => ({
  variant,
  webhooks: new Map(addressable(webhooks).map((webhook) => [webhook.id, webhook])),
  idDefects: idDefects(webhooks),
  byName: Map.groupBy(webhooks, ({ name }) => name),
});

type Verdict = Pick<PlanRow, 'state' | 'definition' | 'live' | 'problem' | 'reasons'>;

export function decidePlanRow(item: PlanItem, seen: SeenInstallation): PlanRow {
  return { ...item, ...verdictOf(item, seen) };
}

export const blockedRow = (item: PlanItem, problem: Problem): PlanRow => ({
  ...item,
  state: 'blocked',
  reasons: [problem.message],
  live: null,
  problem,
});

function verdictOf(item: PlanItem, seen: SeenInstallation): Verdict {
  const { action, base, definition } = item;
  if (action === 'create' && definition !== null) return createVerdict(definition, seen);
  if (base === null || (action === 'update' && definition === null)) {
    return blocked(definition, null, incomplete);
  }
  const defect = seen.idDefects.get(base.id);
  if (defect !== undefined) return blocked(definition, null, unaddressableProblem(defect));
  const live = seen.webhooks.get(base.id) ?? null;
  return definition === null
    ? deleteVerdict(base, live)
    : updateVerdict(base, definition, live, seen.variant);
}

function createVerdict(definition: WebhookDefinition, seen: SeenInstallation): Verdict {
  const named = seen.byName.get(definition.name) ?? [];
  const equal = named.find((webhook) => sameContent(definition, webhook));
  const reasons =
    equal !== undefined
      ? [
          `The installation has an equal webhook already${equal.id === null ? '' : `, with the id ${equal.id}`}: this makes another.`,
        ]
      : named.length > 0
        ? ['The installation has a webhook of this name already: this makes another.']
        : [];
  const wrong = mistakesIn(definition, seen.variant, null);
  if (wrong !== null) return blocked(definition, null, wrong, reasons);
  return { state: 'ready', definition, live: null, problem: null, reasons };
}

function updateVerdict(
  base: Webhook,
  definition: WebhookDefinition,
  live: Webhook | null,
  variant: VariantId,
): Verdict {
  const remoteChange = compareWithRemote(base, live);
  if (live === null || remoteChange.kind === 'replaced')
    return gone(definition, live, remoteChange);
  const { merged, conflicts } = mergeWebhook(base, definition, live);
  if (conflicts.length > 0) {
    const count = conflicts.length === 1 ? 'One change' : `${conflicts.length} changes`;
    return {
      state: 'conflict',
      definition,
      live,
      problem: conflictProblem(remoteChange, live),
      reasons: [
        remoteChange.title,
        `${count} of both sides cannot both hold: open the draft to decide.`,
      ],
    };
  }
  const wrong = mistakesIn(merged, variant, live);
  const reasons = mergedReasons(remoteChange, base, live);
  if (wrong !== null) return blocked(merged, live, wrong, reasons);
  const result = { definition: merged, live, problem: null };
  if (isUnchanged(live, merged)) {
    return { ...result, state: 'unchanged', reasons: ['The installation holds this already.'] };
  }
  return { ...result, state: 'ready', reasons };
}

function mergedReasons({ kind, title }: RemoteChange, base: Webhook, live: Webhook): string[] {
  if (kind === 'as-it-was') return [];
  if (kind === 'ids-reassigned') return [title];
  return [
    title,
    `The changes of both sides were put together; what was changed there stays: ${changesInWords(base, live)}.`,
  ];
}

function deleteVerdict(base: Webhook, live: Webhook | null): Verdict {
  const nothing = { definition: null, live, problem: null };
  if (live === null) {
    return { ...nothing, state: 'unchanged', reasons: ['The webhook is gone there already.'] };
  }
  const remoteChange = compareWithRemote(base, live);
  if (!changedSince(base, live)) return { ...nothing, state: 'ready', reasons: [] };
  if (remoteChange.kind === 'replaced') return gone(null, live, remoteChange);
  if (remoteChange.kind === 'ids-reassigned') {
    return { ...nothing, state: 'ready', reasons: [remoteChange.title] };
  }
  return {
    ...nothing,
    state: 'conflict',
    problem: conflictProblem(remoteChange, live),
    reasons: [remoteChange.title, lookBeforeDelete],
  };
}

export const lookBeforeDelete = 'Compare the change before you delete the webhook.';

const gone = (
  definition: WebhookDefinition | null,
  live: Webhook | null,
  remoteChange: RemoteChange,
): Verdict => ({
  state: 'gone',
  definition,
  live,
  problem: conflictProblem(remoteChange, live),
  reasons: [remoteChange.title],
});

const blocked = (
  definition: WebhookDefinition | null,
  live: Webhook | null,
  problem: Problem,
  others: readonly string[] = [],
): Verdict => ({
  state: 'blocked',
  definition,
  live,
  problem,
  reasons: [problem.message, ...others],
});

function mistakesIn(
  definition: WebhookDefinition,
  variant: VariantId,
  live: Webhook | null,
): Problem | null {
  const issues = checkDefinition(definition, variant, live);
  const errors = issues.filter(({ level }) => level === 'error');
  return errors.length > 0 ? invalidProblem(errors) : null;
}

const incomplete = plainProblem(
  'refused',
  'It is not said which webhook this is for, or what is meant.',
  'Open the draft and publish it by itself.',
);
