import { changesInWords } from '../journal/entry-summary.ts';
import { type RemoteChange, compareWithRemote } from '../merge/compare-with-remote.ts';
import { mergeWebhook } from '../merge/merge-webhook.ts';
import { plainProblem, type Problem } from '../problem.ts';
import { errorsOf, type Issue } from '../issue.ts';
import { checkDefinition } from '../webhook/check-definition.ts';
import { changedSince, sameContent } from '../webhook/difference.ts';
import { fitToVariant, type Loss } from '../webhook/fit-variant.ts';
import { type VariantId, variants } from '../webhook/variant.ts';
import { digestOf, type Webhook, type WebhookDefinition } from '../webhook/webhook.ts';
import type { InstallationList } from './installation-list.ts';
import {
  type Alternative,
  type FileRow,
  type Need,
  type PlanItem,
  type PlanRow,
  type RowAnswer,
  RowAnswers,
  sharedReasons,
} from './plan.ts';
import { unaddressableProblem } from './publish-problems.ts';
import { rowStateOf } from './row-state.ts';

/** The version of a webhook that a person saw when they selected it. */
export interface Seen {
  readonly digest: string;
  /** What the row says when the current version has another digest. */
  readonly otherwise: string;
}

/** What a source proposes for a row. A source may need more than the list can decide. */
export interface ProposedItem extends PlanItem {
  readonly fileRow?: FileRow | null;
  readonly alternatives?: readonly Alternative[];
  readonly needs?: readonly Need[];
  readonly losses?: readonly Loss[];
  readonly reasons?: readonly string[];
  /** What a person saw when they selected the row; another current version is not selected. */
  readonly seen?: Seen;
  /** Initial selection, unless a rule forbids it. */
  readonly selected?: boolean;
  /** Why the source knows that nothing can be sent. */
  readonly problem?: Problem;
  /** Secrets that the row sends to its destination, by name. */
  readonly secrets?: RowSecrets;
}

/** The secrets that a row sends, and where to. */
export interface RowSecrets {
  /** URL that receives the secrets; empty when the row has none. */
  readonly destination: string;
  readonly filled: readonly { readonly name: string; readonly remembered: boolean }[];
}

/** The part of a row that the list of the installation decides; `rowOf` adds the rest. */
type Verdict = Pick<PlanRow, 'definition' | 'live'> &
  Partial<Pick<PlanRow, 'base' | 'needs' | 'issues' | 'reasons' | 'problem' | 'namedBefore'>>;

/**
 * Decides a row of any source, without reading the installation again. Deselects a row that is not ready, that repeats
 * a name by accident, that its source deselects, or whose webhook changed since the person saw it.
 */
export function decideRow(
  item: ProposedItem,
  list: InstallationList,
  answers: RowAnswers = {},
): PlanRow {
  if (item.problem !== undefined) return blockedRow(item, item.problem);
  const row = rowOf(item, verdictOn(item, list, answers), answers);
  const selected = row.selected && rowStateOf(row) === 'ready' && !isAccidentalDuplicate(row, list);
  const { seen } = item;
  // A row that sends nothing asks nothing.
  const isAsked = seen !== undefined && rowStateOf(row) !== 'unchanged';
  if (!isAsked || isAsSeen(seen, row)) return { ...row, selected };
  return { ...row, reasons: [seen.otherwise, ...reasonsBeside(row)], selected: false };
}

const ofUndo: ReadonlySet<string> = new Set([sharedReasons.restores, sharedReasons.redoes]);

/** Without what a change since the person saw the webhook repeats, or makes untrue. */
function reasonsBeside({ reasons, base, live }: PlanRow): string[] {
  const remoteChange = base === null ? null : compareWithRemote(base, live);
  const repeated = remoteChange?.kind === 'changed' ? remoteChange.title : null;
  return reasons.filter((reason) => reason !== repeated && !ofUndo.has(reason));
}

export const changedSinceSelected =
  'Changed since you selected it. Compare the current version before you select the row.';

/** An answer to a conflict was given with the current version in sight. */
const isAsSeen = ({ digest }: Seen, { live, answers }: PlanRow): boolean =>
  live === null || answers.conflict !== undefined || digestOf(live) === digest;

/** Replaces answers of the same kinds; `null` removes one. */
export function withAnswer(answers: RowAnswers, answer: RowAnswer): RowAnswers {
  const all = Object.entries({ ...answers, ...answer });
  return RowAnswers.parse(Object.fromEntries(all.filter(([, value]) => value !== null)));
}

/** The row of an item that a problem keeps from being sent. */
export const blockedRow = (item: ProposedItem, problem: Problem): PlanRow => ({
  ...rowOf(item, { definition: item.definition, live: null, problem }, {}),
  reasons: [problem.message],
  selected: false,
});

function rowOf(item: ProposedItem, verdict: Verdict, answers: RowAnswers): PlanRow {
  return {
    ...item,
    base: verdict.base ?? item.base,
    definition: verdict.definition,
    live: verdict.live,
    fileRow: item.fileRow ?? null,
    answers,
    needs: [...(item.needs ?? []), ...(verdict.needs ?? [])],
    alternatives: [...(item.alternatives ?? [])],
    losses: [...(item.losses ?? [])],
    issues: verdict.issues ?? [],
    reasons: [...(item.reasons ?? []), ...(verdict.reasons ?? [])],
    problem: verdict.problem ?? null,
    namedBefore: verdict.namedBefore ?? [],
    selected: item.selected ?? true,
  };
}

/** A draft, and a row that a person chose as new, may repeat a name. */
const isAccidentalDuplicate = (
  { action, definition, draftId, answers }: PlanRow,
  { byName }: InstallationList,
): boolean =>
  action === 'create' &&
  draftId === null &&
  answers.pairWith !== 'create' &&
  byName.has(definition?.name ?? '');

function verdictOn(item: ProposedItem, list: InstallationList, answers: RowAnswers): Verdict {
  const { action, base, needs = [] } = item;
  const definition = action === 'delete' ? null : item.definition;
  // Nothing can be sent before the source has what it needs.
  if (needs.length > 0) return { definition: null, live: base };
  if (action === 'create' && definition !== null) return createVerdict(definition, list, answers);
  if (base === null || (action !== 'delete' && definition === null)) {
    return blocked(definition, incomplete);
  }
  const defect = list.idDefects.get(base.id);
  if (defect !== undefined) return blocked(definition, unaddressableProblem(defect));
  const live = list.webhooks.get(base.id) ?? null;
  return definition === null
    ? deleteVerdict(base, live, answers)
    : updateVerdict({ ...item, base, definition }, live, list.variant, answers);
}

function createVerdict(
  definition: WebhookDefinition,
  { variant, byName }: InstallationList,
  answers: RowAnswers,
): Verdict {
  const sameName = byName.get(definition.name) ?? [];
  const equal = sameName.find((webhook) => sameContent(definition, webhook));
  const reasons =
    equal !== undefined
      ? [
          `The installation already has an equal webhook${equal.id === null ? '' : ` with the id ${equal.id}`}. This creates another.`,
        ]
      : sameName.length > 0
        ? ['The installation already has a webhook with this name. This creates another.']
        : [];
  const namedBefore = sameName.flatMap(({ id }) => id ?? []);
  return { ...verdictToSend(definition, null, variant, answers, reasons), namedBefore };
}

function updateVerdict(
  {
    base,
    definition,
    draftId,
  }: { base: Webhook; definition: WebhookDefinition; draftId: string | null },
  live: Webhook | null,
  variant: VariantId,
  answers: RowAnswers,
): Verdict {
  const remoteChange = compareWithRemote(base, live);
  if (live === null || remoteChange.kind === 'replaced')
    return { definition, live, reasons: [remoteChange.title] };
  const { merged, conflicts } =
    base === live ? { merged: definition, conflicts: [] } : mergeWebhook(base, definition, live);
  if (conflicts.length > 0) {
    const reasons = [remoteChange.title, conflictReason(conflicts.length, draftId)];
    return { definition, live, needs: [{ kind: 'conflict' }], reasons };
  }
  return verdictToSend(merged, live, variant, answers, mergeReasons(remoteChange, base, live));
}

function conflictReason(count: number, draftId: string | null): string {
  const conflicts = count === 1 ? '1 edit conflicts' : `${count} edits conflict`;
  const advice =
    draftId === null
      ? 'Exclude this row, or edit the webhook itself.'
      : `Open the draft to resolve ${count === 1 ? 'it' : 'them'}.`;
  return `${conflicts} with the current version. ${advice}`;
}

/** The end of every create and update: asks for a method, and checks what would be sent. */
function verdictToSend(
  proposed: WebhookDefinition,
  live: Webhook | null,
  variant: VariantId,
  { method }: RowAnswers,
  reasons: readonly string[],
): Verdict {
  const isApplied = live !== null && sameContent(live, proposed);
  const methodNeed = isApplied ? null : neededMethod(proposed, variant);
  const isAnswered = method !== undefined && methodNeed?.choices.includes(method) === true;
  const definition = isAnswered ? { ...proposed, method } : proposed;
  const needs: Need[] = methodNeed === null || isAnswered ? [] : [methodNeed];
  if (needs.length === 0 && live !== null && sameContent(live, definition)) {
    return { definition, live, reasons: [sharedReasons.heldAlready] };
  }
  const allIssues = checkDefinition(definition, variant, live);
  const errors = errorsOf(allIssues);
  // The need asks for the method already.
  const issues = needs.length === 0 ? allIssues : allIssues.filter(({ path }) => path !== 'method');
  const errorReasons = errors.length === 0 ? [] : [sentences(errors)];
  return { definition, live, needs, issues, reasons: [...errorReasons, ...reasons] };
}

const sentences = (issues: readonly Issue[]): string =>
  issues.map(({ message }) => message).join(' ');

function neededMethod(
  definition: WebhookDefinition,
  variant: VariantId,
): Extract<Need, { kind: 'method' }> | null {
  const { methods } = variants[variant];
  const { method } = definition;
  if (methods === null || methods.includes(method)) return null;
  const { method: proposed } = fitToVariant(definition, variant).definition;
  return { kind: 'method', given: method, choices: [...methods], proposed };
}

function mergeReasons({ kind, title }: RemoteChange, base: Webhook, live: Webhook): string[] {
  if (kind === 'as-it-was') return [];
  if (kind === 'ids-reassigned') return [title];
  return [
    title,
    `Merged with changes on the installation, which stay: ${changesInWords(base, live)}.`,
  ];
}

function deleteVerdict(base: Webhook, live: Webhook | null, { conflict }: RowAnswers): Verdict {
  const verdict = { definition: null, live };
  if (live === null) return { ...verdict, reasons: ['The webhook is already deleted.'] };
  if (!changedSince(base, live)) return verdict;
  const { kind, title } = compareWithRemote(base, live);
  if (kind === 'replaced' || kind === 'ids-reassigned') return { ...verdict, reasons: [title] };
  if (conflict === 'delete') {
    return { ...verdict, base: live, reasons: [title, 'The current version is deleted.'] };
  }
  const advice = 'Compare the change before you delete the webhook.';
  return { ...verdict, needs: [{ kind: 'conflict' }], reasons: [title, advice] };
}

const blocked = (definition: WebhookDefinition | null, problem: Problem): Verdict => ({
  definition,
  live: null,
  problem,
  reasons: [problem.message],
});

const incomplete = plainProblem(
  'refused',
  'The row names no webhook or no change.',
  'Nothing was sent. Exclude this row.',
);
