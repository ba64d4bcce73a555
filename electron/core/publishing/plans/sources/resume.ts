import type { SourceOf } from '#contract/plans.ts';
import {
  isLeftOff,
  type Pause,
  type PausedWebhook,
  switchesInWords,
} from '#domain/pausing/pause.ts';
import { type ResumeDecision, resumeDecision } from '#domain/pausing/resume-decision.ts';
import { localText } from '#domain/pausing/times.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';
import { itemToEdit, keyOfMany } from '#domain/publishing/change-many.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem } from '#domain/publishing/plan.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { noSuchPause, stillPausing, stillResuming } from '../../../pausing/pause-problems.ts';
import type { ReadInstallation } from '../../../preparing/decided-rows.ts';
import { counted, type Proposal, type Proposing } from '../../../preparing/proposal.ts';
import type { Publishing } from '../../context.ts';
import { lastWebhooks } from './last-webhooks.ts';

/** Enables what the pauses disabled and what still is as they left it. */
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
  for (const webhook of pauses.flatMap((pause) => pause.webhooks.filter(isLeftOff))) {
    const key = keyOfMany(webhook.connectionId, webhook.webhookId);
    // A pause that is sure comes before one that is not.
    if (webhooks.get(key)?.state !== 'paused') webhooks.set(key, webhook);
  }
  const byConnection = Map.groupBy(webhooks.values(), ({ connectionId }) => connectionId);
  const last = await lastWebhooks(parts, byConnection.keys());

  const itemOf = (webhook: PausedWebhook, read: ReadInstallation | null): ProposedItem => {
    const { connectionId, webhookId } = webhook;
    const key = keyOfMany(connectionId, webhookId);
    const current = read?.list.webhooks.get(webhookId) ?? null;
    const shown = current ?? last(connectionId, webhookId);
    const item = { ...blankItem(connectionId, key, 'update'), base: shown, definition: shown };
    // The list was not read, so nothing can be decided.
    if (read === null) return item;
    const situation = { others, address: read.fingerprint, current, now: ports.clock.now() };
    const decision = resumeDecision(webhook, situation);
    if (current === null || (decision.kind !== 'resume' && decision.kind !== 'already-on')) {
      return { ...item, problem: problemOf(decision, webhook) };
    }
    const notes = decision.kind === 'resume' ? [] : ['Enabled already, so nothing is sent.'];
    const definition = { ...definitionOf(current), enabled: true };
    return itemToEdit(connectionId, current, { definition, notes });
  };

  return {
    titleFor: (count) => (count === null ? 'Resume webhooks' : counted('Resume', count, 'webhook')),
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
      const chosen = new Set(rows.map(({ key }) => key));
      const isChosen = ({ connectionId, webhookId }: PausedWebhook): boolean =>
        chosen.has(keyOfMany(connectionId, webhookId));
      const ids = pauses.filter(({ webhooks: its }) => its.some(isChosen)).map(({ id }) => id);
      return pauseRecords.endWith(planId, ids);
    },
  };
}

/** Outcomes that are unknown are found first. */
async function pausesToResume(
  { connections, pauseRecords, reconciler }: Publishing,
  pauseIds: readonly string[],
): Promise<Pause[]> {
  const given = async (): Promise<Pause[]> => {
    await pauseRecords.update();
    const all = await pauseRecords.all();
    const found = all.filter(({ id }) => pauseIds.includes(id));
    if (found.length < new Set(pauseIds).size) throw noSuchPause();
    return found;
  };
  const pauses = await given();
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
  return given();
}

function problemOf(decision: ResumeDecision, { name }: PausedWebhook): Problem {
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
    default:
      return refused(`The pause does not keep “${name}” disabled.`, 'Refresh the list.');
  }
}
