import {
  planLimits,
  selectedCount,
  type SourceOf,
  type WebhookSelection,
} from '#contract/plans.ts';
import type { BundleRow } from '#domain/bundle/bundle-row.ts';
import { portableOf } from '#domain/bundle/portable.ts';
import { inParts } from '#domain/in-parts.ts';
import { ProblemError } from '#domain/problem.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { isAddressable } from '#domain/webhook/listed.ts';
import { unknownFieldsNotCopied } from '#domain/webhook/fit-variant.ts';
import { digestOf } from '#domain/webhook/webhook.ts';
import type { Parts } from '../../../parts.ts';
import {
  counted,
  type Proposal,
  type Proposing,
  type RememberedValues,
} from '../../../preparing/proposal.ts';
import { noSuchPlan, refusedError, stopIfCancelled } from '../../../problems.ts';

const webhooksPerTurn = 200;

interface Needs extends Pick<Parts, 'ports' | 'snapshotPersistence'> {
  readonly remembered: RememberedValues;
}

/** Creates or updates webhooks on other installations, like the rows of a file. */
export async function proposeCopy(
  needs: Needs,
  { selection, connectionIds }: SourceOf<'copy'>,
  { planId, signal }: Proposing,
): Promise<Proposal> {
  if (selectedCount(selection) > planLimits.copy) throw tooManyCopied();
  const { bundleWorker } = needs.ports;
  try {
    await addRows(needs, planId, selection, signal);
    if (!(await bundleWorker.begin(planId, planId, options))) throw noSuchPlan();
  } finally {
    await bundleWorker.forgetFile(planId);
  }
  return {
    titleFor: titleWithCount('Copy'),
    rows: null,
    connectionIds: [...new Set(connectionIds)],
    remembered: needs.remembered,
  };
}

const options = { keys: null, alsoRemove: false, eachToItsSource: false, asksForNames: true };

/** Such as `Copy 2 webhooks`, or `Copy webhooks` while rows are being chosen. */
export const titleWithCount =
  (verb: string) =>
  (count: number | null): string =>
    count === null ? `${verb} webhooks` : counted(verb, count, 'webhook');

async function addRows(
  { ports, snapshotPersistence }: Needs,
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
          isUnseen: digestOf(webhook) !== digests.get(id),
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
