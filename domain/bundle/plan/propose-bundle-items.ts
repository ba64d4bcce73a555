import { plainProblem } from '../../problem.ts';
import { changedSinceSelected, type ProposedItem } from '../../publishing/decide-row.ts';
import { blankItem, type PlanItem, type RowAnswers, sharedReasons } from '../../publishing/plan.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import type { BundleRow } from '../bundle-row.ts';
import type { PortableWebhook } from '../portable-webhook.ts';
import { fileFaultInWords } from '../reading/file-fault.ts';
import { completeWebhook, type CompletedWebhook } from './complete-webhook.ts';
import { LiveIndex, type Match, matchRows, type ReadRow } from './match-rows.ts';
import { destinationOf, type PlanChoices, type PlanTarget } from './plan-target.ts';
import { withoutPartsNotTaken } from './parts-not-taken.ts';

/**
 * Pairs and completes the webhooks of a file. Items follow the file, removals come last. Removals are listed
 * only on request, and happen only if the user selects them.
 */
export function proposeBundleItems(
  rows: readonly BundleRow[],
  target: PlanTarget,
  choices: PlanChoices,
): ProposedItem[] {
  const { connectionId, list } = target;
  const index = new LiveIndex(target);
  const answersTo = ({ key }: BundleRow): RowAnswers => choices.decisions.get(key) ?? {};
  const complete = ({ row, webhook }: ReadRow, live: Webhook | null): CompletedWebhook => {
    const { retained = null } = choices;
    const toComplete =
      live === null || retained === null ? webhook : withoutPartsNotTaken(webhook, live, retained);
    const secrets = secretsFor(toComplete, live, choices);
    return completeWebhook(toComplete, live, list.variant, secrets, answersTo(row));
  };
  const readable = rows.flatMap((row): ReadRow[] =>
    row.content.kind === 'webhook' ? [{ row, webhook: row.content.webhook }] : [],
  );
  const matches = matchRows(readable, index, choices, complete);
  const proposed = rows.map((row): ProposedItem => {
    const { key, content } = row;
    const name = content.kind === 'webhook' ? content.webhook.name : content.name;
    const item = { ...blankRow(connectionId, key), fileRow: { key, name } };
    if (content.kind === 'unreadable') {
      const message = fileFaultInWords(content.fault);
      return { ...item, problem: plainProblem('file-refused', message, 'Correct it in the file.') };
    }
    const { webhook } = content;
    const match = matches.get(key) ?? unknownMatch;
    const secrets = secretsFor(webhook, null, choices);
    const alternatives = index.alternatives(row, webhook.name, webhook.url, secrets);
    if (match.kind === 'undecided') {
      return { ...item, alternatives, reasons: [match.reason], needs: [{ kind: 'pair' }] };
    }
    const { live, reason } = match;
    const { definition, reasons, losses, questions } = complete({ row, webhook }, live);
    return {
      ...item,
      action: live === null ? 'create' : 'update',
      base: live,
      definition,
      alternatives: alternatives.filter(({ webhookId }) => webhookId !== live?.id),
      reasons: [
        ...(row.isChangedSinceSelected === true ? [changedSinceSelected] : []),
        ...(reason === null ? [] : [reason]),
        ...reasons,
        ...(row.notes ?? []),
      ],
      selected: row.isChangedSinceSelected !== true,
      losses,
      needs: questions,
    };
  });
  return choices.removeOthers ? [...proposed, ...removalsOf(proposed, target)] : proposed;
}

const noSecrets: ReadonlyMap<string, string> = new Map();

/** Only values that were given for this destination. */
const secretsFor = (
  webhook: PortableWebhook,
  live: Webhook | null,
  { secrets }: PlanChoices,
): ReadonlyMap<string, string> =>
  secrets.size === 0 ? noSecrets : (secrets.get(destinationOf(webhook, live)) ?? noSecrets);

const unknownMatch: Match = {
  kind: 'undecided',
  reason: 'It is not known which webhook is meant.',
};

const blankRow = (connectionId: string, key: string): PlanItem =>
  blankItem(connectionId, `${connectionId}/${key}`, 'create');

/** Omits webhooks that may be the match of an unmatched row, or of one that cannot be read. */
function removalsOf(
  proposed: readonly ProposedItem[],
  { connectionId, list }: PlanTarget,
): ProposedItem[] {
  const unmatched = proposed.filter(({ needs = [] }) => needs.some(({ kind }) => kind === 'pair'));
  const possibleIds = new Set([
    ...proposed.flatMap(({ base }) => (base === null ? [] : [base.id])),
    ...unmatched.flatMap(({ alternatives = [] }) => alternatives.map(({ webhookId }) => webhookId)),
  ]);
  const unreadable = proposed.filter(({ problem }) => problem !== undefined);
  const names = new Set([...unmatched, ...unreadable].map(({ fileRow }) => fileRow?.name));
  const reasons = [
    sharedReasons.notInFile,
    ...(unreadable.length > 0 ? ['Not all of the file could be read: it may be in there.'] : []),
  ];
  return (
    [...list.webhooks.values()]
      .filter(({ id, name }) => !possibleIds.has(id) && !names.has(name))
      // No key of a file begins with a space.
      .map((base) => ({
        ...blankRow(connectionId, ` remove ${base.id}`),
        action: 'delete',
        base,
        reasons,
        selected: false,
      }))
  );
}
