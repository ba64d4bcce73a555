import type { SourceOf } from '#contract/plans.ts';
import {
  mayBeDisabledByPause,
  type Pause,
  type PausedWebhook,
  switchesInWords,
} from '#domain/pausing/pause.ts';
import { type ResumeDecision, resumeDecision } from '#domain/pausing/resume-decision.ts';
import { localText } from '#domain/pausing/times.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';
import { itemToEdit } from '#domain/publishing/change-many.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem, webhookRowKey } from '#domain/publishing/plan.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { noSuchPause, stillPausing, stillResuming } from '../../../pausing/pause-problems.ts';
import type { ReadInstallation } from '../../../preparing/decided-rows.ts';
import type { Proposal, Proposing } from '../../../preparing/proposal.ts';
import type { Publishing } from '../../context.ts';
import { lastWebhooks } from './last-webhooks.ts';
import { counted } from '#domain/text/wording.ts';

/** Proposes to enable the webhooks that the pauses disabled and that are still as the pauses left them. */
export async function proposeResume(
  parts: Publishing,
  { pauseIds }: SourceOf<'resume'>,
  { planId }: Proposing,
): Promise<Proposal> {
  const { ports, pauseRecords } = parts;
  const pauses = await pausesToResume(parts, pauseIds);
  const all = await pauseRecords.all();
  const others = all.filter(({ id }) => !pauseIds.includes(id));
  const webhooks = new Map<string, PausedWebhook>();
  for (const webhook of pauses.flatMap((pause) => pause.webhooks.filter(mayBeDisabledByPause))) {
    const key = webhookRowKey(webhook.connectionId, webhook.webhookId);
    // A `paused` record wins over `unsure` and `deleted`.
    if (webhooks.get(key)?.state !== 'paused') webhooks.set(key, webhook);
  }
  const byConnection = Map.groupBy(webhooks.values(), ({ connectionId }) => connectionId);
  const lastRead = await lastWebhooks(parts, byConnection.keys());

  const itemOf = (webhook: PausedWebhook, read: ReadInstallation | null): ProposedItem => {
    const { connectionId, webhookId } = webhook;
    const key = webhookRowKey(connectionId, webhookId);
    const current = read?.list.webhooks.get(webhookId) ?? null;
    const currentOrLastRead = current ?? lastRead(connectionId, webhookId);
    const item = {
      ...blankItem(connectionId, key, 'update'),
      base: currentOrLastRead,
      definition: currentOrLastRead,
    };
    // The list was not read, so nothing can be decided.
    if (read === null) return item;
    const situation = { others, address: read.fingerprint, current, now: ports.clock.now() };
    const decision = resumeDecision(webhook, situation);
    switch (decision.kind) {
      case 'resume':
        return itemToEnable(connectionId, decision.current, []);
      case 'already-on': {
        const notes = ['Enabled already, so nothing is sent.'];
        return itemToEnable(connectionId, decision.current, notes);
      }
      default:
        return { ...item, problem: problemOf(decision, webhook) };
    }
  };

  return {
    titleFor: (count) =>
      count === null ? 'Resume webhooks' : `Resume ${counted(count, 'webhook')}`,
    rows: {
      followsAnswers: false,
      propose: (connectionId, read) => {
        const its = byConnection.get(connectionId) ?? [];
        const isEnabled = ({ webhookId, address }: PausedWebhook): boolean =>
          read?.fingerprint === address && read.list.webhooks.get(webhookId)?.enabled === true;
        // Enabled by others: no pause keeps them disabled any more, whether or not this plan is started.
        pauseRecords.noteEnabled(its.filter(isEnabled));
        return its.map((webhook) => itemOf(webhook, read));
      },
    },
    connectionIds: [...byConnection.keys()],
    beforeRun: async (rows) => {
      await pauseRecords.update();
      await pauseRecords.refuseHeld(rows, pauseIds);
      const chosen = new Set(rows.map(({ key }) => key));
      const isChosen = ({ connectionId, webhookId }: PausedWebhook): boolean =>
        chosen.has(webhookRowKey(connectionId, webhookId));
      const ids = pauses.filter(({ webhooks: its }) => its.some(isChosen)).map(({ id }) => id);
      // Resolves to what undoes it when the plan cannot begin.
      return pauseRecords.endWith(planId, ids);
    },
  };
}

const itemToEnable = (
  connectionId: string,
  current: Webhook,
  notes: readonly string[],
): ProposedItem =>
  itemToEdit(connectionId, current, {
    definition: { ...definitionOf(current), enabled: true },
    notes,
  });

/** Reconciles requests without an outcome first. */
async function pausesToResume(
  { connections, pauseRecords, reconciler }: Publishing,
  pauseIds: readonly string[],
): Promise<Pause[]> {
  const readPauses = async (): Promise<Pause[]> => {
    await pauseRecords.update();
    const all = await pauseRecords.all();
    const found = all.filter(({ id }) => pauseIds.includes(id));
    if (found.length < new Set(pauseIds).size) throw noSuchPause();
    return found;
  };
  const pauses = await readPauses();
  const running = connections.uses.runningPlans();
  for (const { pausingPlanId, resumingPlanIds } of pauses) {
    if (running.has(pausingPlanId ?? '')) throw stillPausing();
    if (resumingPlanIds.some((id) => running.has(id))) throw stillResuming();
  }
  const unsure = pauses.flatMap(({ webhooks }) =>
    webhooks.filter(({ state }) => state === 'unsure').map(({ connectionId }) => connectionId),
  );
  if (unsure.length === 0) return pauses;
  await reconciler.reconcileEach(unsure);
  return readPauses();
}

type Refusal = Exclude<ResumeDecision, { readonly kind: 'resume' | 'already-on' }>;

function problemOf(decision: Refusal, { name }: PausedWebhook): Problem {
  const refused = (message: string, advice: string): Problem =>
    plainProblem('refused', message, `Nothing was sent. ${advice}`);
  switch (decision.kind) {
    case 'held': {
      const { until, zone } = decision.by;
      const end = until === null ? 'it is resumed' : `${localText(until, zone)} ${zone}`;
      return refused(
        `Another pause keeps “${name}” disabled until ${end}.`,
        'It is resumed with the last pause.',
      );
    }
    case 'gone':
      return refused(
        `“${name}” is no longer on the installation.`,
        'Forget the pause when you have checked that.',
      );
    case 'changed': {
      const { left, current } = decision;
      return refused(
        `“${name}” changed after it was paused. Left by the pause: “${left.name}”, ${switchesInWords(left.switches)}. Current: “${current.name}”, ${switchesInWords(current.switches)}.`,
        'Enable the webhook yourself, or forget the pause.',
      );
    }
    case 'unsure':
      return refused(
        `The result of a request for “${name}” is unknown.`,
        'History shows the request. Resume again when its result is known.',
      );
    case 'other-address':
      return refused(
        `“${name}” was paused on another address of this installation.`,
        'Restore the address in the settings of the installation, or forget the pause.',
      );
    case 'not-paused':
      return refused(`The pause does not keep “${name}” disabled.`, 'Refresh the list.');
  }
}
