import {
  planLimits,
  selectedCount,
  type SourceOf,
  type WebhookSelection,
} from '#contract/plans.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import type { PartsNotTaken } from '#domain/bundle/plan/parts-not-taken.ts';
import { portableOf } from '#domain/bundle/portable-webhook.ts';
import { headerOfPart } from '#domain/comparison/compared-part.ts';
import { inParts } from '#domain/in-parts.ts';
import { ProblemError } from '#domain/problem.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { choosesOn, webhookChoice, type WebhookChoice } from '#domain/search/webhook-choice.ts';
import { unknownFieldsNotCopied } from '#domain/webhook/fit-variant.ts';
import { isAddressable } from '#domain/webhook/listed.ts';
import { digestOf } from '#domain/webhook/webhook.ts';
import { noSuchFile } from '../../../bundles/importing/import-problems.ts';
import type { Parts } from '../../../parts.ts';
import type { Proposal, Proposing } from '../../../preparing/proposal.ts';
import { noSuchPlan, refusedError, stopIfCancelled } from '../../../problems.ts';
import { counted } from '#domain/text/wording.ts';

const webhooksPerTurn = 200;

/** Creates or updates webhooks on other installations, like the rows of a file. */
export async function proposeCopy(
  parts: Parts,
  { selection, connectionIds }: SourceOf<'copy'>,
  { planId, signal }: Proposing,
): Promise<Proposal> {
  if (selectedCount(selection) > planLimits.copy) throw tooManyCopied();
  const { bundleWorker } = parts.ports;
  try {
    await addRows(parts, planId, selection, signal);
    if (!(await bundleWorker.begin(planId, planId, copyOptions))) throw noSuchPlan();
  } finally {
    await bundleWorker.forgetFile(planId);
  }
  return {
    titleFor: titleWithCount('Copy'),
    rows: null,
    connectionIds: [...new Set(connectionIds)],
    remembered: parts.remembered,
  };
}

const copyOptions = { keys: null, alsoRemove: false, eachToItsSource: false, asksForNames: true };

/** Such as `Copy 2 webhooks`, or `Copy webhooks` while rows are being chosen. */
const titleWithCount =
  (verb: string) =>
  (count: number | null): string =>
    count === null ? `${verb} webhooks` : `${verb} ${counted(count, 'webhook')}`;

async function addRows(
  { ports, snapshotPersistence }: Parts,
  fileId: string,
  selection: WebhookSelection,
  signal: AbortSignal,
): Promise<void> {
  const { bundleWorker, clock } = ports;
  let added = 0;
  for (const { connectionId, webhooks } of selection) {
    const snapshot = await snapshotPersistence.load(connectionId);
    const digests = new Map(webhooks.map(({ id, digest }) => [id, digest]));
    for (const part of inParts(digests.keys(), webhooksPerTurn)) {
      stopIfCancelled(signal);
      const rows = part.map((id): BundleRow => {
        const webhook = snapshot?.webhooks.get(id);
        if (webhook === undefined || !isAddressable(webhook)) {
          const defect = snapshot?.idDefects.get(id);
          throw defect === undefined ? notRead(id) : new ProblemError(unaddressableProblem(defect));
        }
        return {
          key: `${connectionId} ${id}`,
          line: 0,
          content: { kind: 'webhook', webhook: portableOf(webhook, webhook.unreported) },
          origin: null,
          notes: unknownFieldsNotCopied(webhook),
          isChangedSinceSelected: digestOf(webhook) !== digests.get(id),
        };
      });
      await bundleWorker.addRows(fileId, added, rows);
      added += rows.length;
      await clock.yieldToEventLoop();
    }
  }
}

const notRead = (id: number) =>
  refusedError(
    `The webhook with the id ${id} is not in the list that was last read.`,
    'Nothing was sent. Refresh the list and select again.',
  );

const tooManyCopied = () =>
  refusedError(
    `One plan copies ${planLimits.copy.toLocaleString('en')} webhooks at most.`,
    'Nothing was sent. Select fewer webhooks, or export them to a file.',
  );

/** Creates or updates webhooks as the rows of an opened file have them. */
export async function proposeFile(
  { ports, connections, files, remembered }: Parts,
  source: SourceOf<'bundle'>,
  { planId }: Proposing,
): Promise<Proposal> {
  const { fileId, keys, alsoRemove, eachToItsSource = false, ignoredParts = [], only } = source;
  files.count(fileId);
  const retained = ignoredParts.length === 0 ? null : retainedParts(ignoredParts);
  const restriction =
    only === undefined ? {} : { choices: choicesOf(only, source.connectionIds, connections) };
  const fileOptions = { keys, alsoRemove, eachToItsSource, retained, ...restriction };
  if (!(await ports.bundleWorker.begin(planId, fileId, fileOptions))) throw noSuchFile();
  return {
    titleFor: titleWithCount('Import'),
    rows: null,
    connectionIds: [...new Set(source.connectionIds)],
    remembered,
  };
}

/** @throws ProblemError('refused') for a mistake in a query */
function choicesOf(
  only: readonly string[],
  connectionIds: readonly string[],
  connections: Parts['connections'],
): Map<string, WebhookChoice[]> {
  const choices = only.map((text) => {
    const choice = webhookChoice(text);
    if ('kind' in choice) return choice;
    throw refusedError(`“${text}”: ${choice.message}`, 'Correct the query.');
  });
  return new Map(
    connectionIds.map((id) => {
      const connection = connections.find(id);
      return [id, choices.filter((choice) => choosesOn(choice, connection))];
    }),
  );
}

const retainedParts = (ignored: readonly string[]): PartsNotTaken => ({
  fields: ignored.filter((part) => headerOfPart(part) === null),
  headers: new Set(ignored.flatMap((part) => headerOfPart(part) ?? [])),
});
