import { planLimits, selectedCount, type SourceOf } from '#contract/plans.ts';
import { pausedAlready, type PausedWebhook, webhookToPause } from '#domain/pausing/pause.ts';
import { shortText } from '#domain/pausing/times.ts';
import { itemToEdit } from '#domain/publishing/change-many.ts';
import { changedSinceSelected, type ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem, webhookRowKey } from '#domain/publishing/plan.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { plainProblem } from '#domain/problem.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import type { Parts } from '../../../parts.ts';
import {
  nothingToPause,
  pauseHasBegun,
  pausesChanged,
  refuseEndBefore,
  tooManyPaused,
} from '../../../pausing/pause-problems.ts';
import type { ReadInstallation } from '../../../preparing/decided-rows.ts';
import type { Proposal, Proposing } from '../../../preparing/proposal.ts';
import { lastWebhooks } from './last-webhooks.ts';
import { counted } from '#domain/text/wording.ts';

/** Disables enabled webhooks. The record of the pause is on disk before the plan begins. */
export async function proposePause(
  parts: Parts,
  source: SourceOf<'pause'>,
  { planId }: Proposing,
): Promise<Proposal> {
  const { ports, connections, pauseRecords } = parts;
  const { selection, until, zone } = source;
  if (selectedCount(selection) > planLimits.pause) throw tooManyPaused(planLimits.pause);
  const now = ports.clock.now();
  refuseEndBefore(now, until);
  // Refuses a zone that does not exist, also without an end.
  const end = shortText(until ?? now, zone, now);
  await pauseRecords.update();
  const pauses = await pauseRecords.all();
  const shown = new Set(pauses.map(({ id }) => id));
  const selected = new Map<string, Map<number, string>>();
  for (const { connectionId, webhooks } of selection) {
    const its = selected.get(connectionId) ?? new Map<number, string>();
    for (const { id, digest } of webhooks) its.set(id, digest);
    selected.set(connectionId, its);
  }
  const last = await lastWebhooks(parts, selected.keys());
  const addresses = new Map<string, string>();
  const held = new Map<string, PausedWebhook>();

  const itemOf = (
    connectionId: string,
    id: number,
    digest: string,
    read: ReadInstallation | null,
  ): ProposedItem => {
    const live = read === null ? last(connectionId, id) : (read.list.webhooks.get(id) ?? null);
    if (live === null) {
      const defect = read?.list.idDefects.get(id);
      const problem = defect === undefined ? notThere(id) : unaddressableProblem(defect);
      return { ...blankItem(connectionId, webhookRowKey(connectionId, id), 'update'), problem };
    }
    const disabled = { ...definitionOf(live), enabled: false };
    const seen = { digest, otherwise: changedSinceSelected };
    if (live.enabled) {
      const item = itemToEdit(connectionId, live, { definition: disabled, notes: [] });
      return { ...item, seen };
    }
    const known = pausedAlready({ connectionId, webhookId: id }, pauses);
    if (known !== null && read !== null) held.set(webhookRowKey(connectionId, id), known);
    const notes = [known === null ? alreadyDisabled : disabledByOther];
    return itemToEdit(connectionId, live, { definition: disabled, notes });
  };

  return {
    titleFor: (count) => {
      const what = count === null ? 'Pause webhooks' : `Pause ${counted(count, 'webhook')}`;
      return `${what} until ${until === null ? 'resumed' : end}`;
    },
    rows: {
      followsAnswers: false,
      propose: (connectionId, read) => {
        if (read !== null) addresses.set(connectionId, read.fingerprint);
        return [...(selected.get(connectionId) ?? [])].map(([id, digest]) =>
          itemOf(connectionId, id, digest, read),
        );
      },
    },
    connectionIds: [...selected.keys()],
    beforeRun: async (rows) => {
      await pauseRecords.update();
      const running = connections.uses.runningPlans();
      const current = (await pauseRecords.all()).filter(
        ({ resumingPlanIds }) => !resumingPlanIds.some((id) => running.has(id)),
      );
      // Another window may have paused a webhook since the rows were shown, or resumed one.
      const since = current.filter(({ id }) => !shown.has(id));
      const begun = rows.flatMap(({ connectionId, live }): PausedWebhook[] => {
        if (live?.enabled !== true) return [];
        const of = { connectionId, address: addresses.get(connectionId) ?? '', planId };
        const known = pausedAlready({ connectionId, webhookId: live.id }, since);
        return [known ?? webhookToPause(live, of)];
      });
      const stillHeld = [...held.values()].map((webhook) => pausedAlready(webhook, current));
      if (stillHeld.includes(null)) throw pausesChanged();
      const webhooks = [...begun, ...stillHeld.filter((webhook) => webhook !== null)];
      if (webhooks.length === 0) throw nothingToPause();
      return beginPause(parts, source, { planId, webhooks });
    },
  };
}

async function beginPause(
  { ports, pauseRecords }: Parts,
  { until, reason, zone, resumesItself, pauseId }: SourceOf<'pause'>,
  { planId, webhooks }: { readonly planId: string; readonly webhooks: readonly PausedWebhook[] },
): Promise<() => Promise<void>> {
  const begun = {
    until,
    reason,
    zone,
    resumesItself,
    endedAt: null,
    note: null,
    pausingPlanId: planId,
    resumingPlanIds: [],
    webhooks: [...webhooks],
  };
  if (pauseId === undefined) {
    const [id, now] = [ports.newId(), ports.clock.now()];
    const who = ports.machine.person();
    await pauseRecords.write([{ ...begun, id, who, madeAt: now, from: now, selection: [] }]);
    return () => pauseRecords.remove(id);
  }
  const scheduled = await pauseRecords.find(pauseId);
  await pauseRecords.change([pauseId], (pause) => {
    if (pause.pausingPlanId !== null) throw pauseHasBegun();
    return { ...pause, ...begun };
  });
  return () => pauseRecords.write([scheduled]);
}

const alreadyDisabled =
  'Already disabled, so this pause does not include it, and it stays disabled.';

const disabledByOther =
  'Disabled by another pause already. It stays disabled until the last of these pauses ends.';

const notThere = (id: number) =>
  plainProblem(
    'refused',
    `The installation has no webhook with the id ${id}.`,
    'Nothing was sent. Refresh the list and select again.',
  );
