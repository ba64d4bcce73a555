import { z } from 'zod';
import { SeenWebhook } from '../webhook/listed.ts';
import { Severities, type Webhook, type WebhookDefinition } from '../webhook/webhook.ts';

/** The five switches of a webhook. */
export const Switches = z.object({ enabled: z.boolean(), severities: Severities });
export type Switches = z.infer<typeof Switches>;

/**
 * `planned`: no request of the pause is recorded. `unsure`: a request has no outcome yet. `released`: another
 * change of this Hookdesk enabled the webhook. `deleted`: this Hookdesk deleted it.
 */
export const PausedState = z.enum([
  'planned',
  'not-paused',
  'unsure',
  'paused',
  'resumed',
  'released',
  'deleted',
]);
export type PausedState = z.infer<typeof PausedState>;

/** A webhook of a pause, with what History says of it. */
export const PausedWebhook = z.object({
  connectionId: z.string(),
  /** Fingerprint of the installation. */
  address: z.string(),
  webhookId: z.int(),
  /** After the last request of this Hookdesk, like `left`. */
  name: z.string(),
  before: Switches,
  left: Switches,
  /** Plan whose request disables it: of this pause, or of an earlier one that still disables it. */
  planId: z.string(),
  state: PausedState,
  /** The state that is sure. It differs from `state` while a request has no outcome. */
  sure: PausedState,
  /** Sequence of the last History entry in `sure`. */
  sequence: z.int().min(0),
  /** Ids of the entries since the pause: undoing one of them can pause again. */
  entryIds: z.array(z.string()),
});
export type PausedWebhook = z.infer<typeof PausedWebhook>;

/** With the names when the pause was scheduled. */
const PauseSelection = z.array(
  z.object({
    connectionId: z.string(),
    webhooks: z.array(SeenWebhook.extend({ name: z.string() })).min(1),
  }),
);

/** On disk before its first request. Contains no secret. */
export const Pause = z.object({
  id: z.string(),
  reason: z.string(),
  who: z.string(),
  madeAt: z.date(),
  from: z.date(),
  /** `null`: until a person resumes. */
  until: z.date().nullable(),
  /** IANA name of the person's time zone. */
  zone: z.string(),
  resumesItself: z.boolean(),
  /** A person or the clock resumed it. What is left is overdue. */
  endedAt: z.date().nullable(),
  /** What the clock could not do by itself, and why. */
  note: z.string().nullable(),
  /** What a scheduled pause disables at `from`; empty for one that began at once. */
  selection: PauseSelection,
  pausingPlanId: z.string().nullable(),
  resumingPlanIds: z.array(z.string()),
  webhooks: z.array(PausedWebhook),
});
export type Pause = z.infer<typeof Pause>;

export const switchesOf = ({ enabled, severities }: WebhookDefinition): Switches => ({
  enabled,
  severities: { ...severities },
});

export const sameSwitches = (a: Switches, b: Switches): boolean =>
  a.enabled === b.enabled &&
  a.severities.low === b.severities.low &&
  a.severities.medium === b.severities.medium &&
  a.severities.high === b.severities.high &&
  a.severities.cleared === b.severities.cleared;

/** Such as `disabled, alerts low and high`. */
export function switchesInWords({ enabled, severities }: Switches): string {
  const on = Object.entries(severities).flatMap(([severity, isOn]) => (isOn ? [severity] : []));
  return `${enabled ? 'enabled' : 'disabled'}, alerts ${on.length === 0 ? 'none' : on.join(', ')}`;
}

/** Whether the webhook is disabled because of the pause, or may be. */
export const mayBeDisabledByPause = ({ state }: Pick<PausedWebhook, 'state'>): boolean =>
  state === 'paused' || state === 'unsure' || state === 'deleted';

/** `live`: enabled, before the request of the plan. */
export const webhookToPause = (
  live: Webhook,
  of: Pick<PausedWebhook, 'connectionId' | 'address' | 'planId'>,
): PausedWebhook => ({
  ...of,
  webhookId: live.id,
  name: live.name,
  before: switchesOf(live),
  left: { ...switchesOf(live), enabled: false },
  state: 'planned',
  sure: 'planned',
  sequence: 0,
  entryIds: [],
});

/** A disabled webhook in another pause, which this pause then keeps disabled, too. `null` for none. */
export const pausedAlready = (
  webhook: Pick<PausedWebhook, 'connectionId' | 'webhookId'>,
  pauses: readonly Pause[],
): PausedWebhook | null => {
  const all = pauses.flatMap(({ webhooks }) =>
    webhooks.filter((each) => isSameWebhook(each, webhook)),
  );
  return all.find(({ state }) => state === 'paused' || state === 'unsure') ?? null;
};

const isSameWebhook = (
  a: Pick<PausedWebhook, 'connectionId' | 'webhookId'>,
  b: Pick<PausedWebhook, 'connectionId' | 'webhookId'>,
): boolean => a.connectionId === b.connectionId && a.webhookId === b.webhookId;

export const isPastEnd = ({ until, endedAt }: Pause, now: Date): boolean =>
  endedAt !== null || (until !== null && until <= now);

/** The pause that keeps the webhook disabled after the end of others; `null` when none does. */
export const holderOf = (
  webhook: Pick<PausedWebhook, 'connectionId' | 'webhookId'>,
  others: readonly Pause[],
  now: Date,
): Pause | null =>
  others.find(
    (other) =>
      !isPastEnd(other, now) &&
      other.webhooks.some((each) => isSameWebhook(each, webhook) && mayBeDisabledByPause(each)),
  ) ?? null;

/**
 * `scheduled`: begins later. `missed`: its time passed before it began. `overdue`: its end passed, webhooks are
 * still disabled, and no plan of the pause runs. `not-resumed`: the same before its end, after a person resumed it.
 * `resuming`: a plan resumes it. `over`: no webhook is disabled by it, or other pauses keep those disabled.
 */
export const PauseStatus = z.enum([
  'scheduled',
  'missed',
  'running',
  'overdue',
  'not-resumed',
  'resuming',
  'over',
]);
export type PauseStatus = z.infer<typeof PauseStatus>;

interface StatusSituation {
  /** All pauses but this one. */
  readonly others: readonly Pause[];
  readonly now: Date;
  /** Ids of all plans that are begun or running. */
  readonly runningPlans: ReadonlySet<string>;
}

export function statusOf(
  pause: Pause,
  { others, now, runningPlans }: StatusSituation,
): PauseStatus {
  const { from, pausingPlanId, resumingPlanIds, webhooks } = pause;
  if (pausingPlanId === null) {
    if (isPastEnd(pause, now)) return 'missed';
    return from > now || pause.note === null ? 'scheduled' : 'missed';
  }
  if (resumingPlanIds.some((id) => runningPlans.has(id))) return 'resuming';
  if (runningPlans.has(pausingPlanId)) return 'running';
  if (!isPastEnd(pause, now)) return webhooks.some(isPending) ? 'running' : 'over';
  const left = webhooks.filter(mayBeDisabledByPause);
  if (left.every((webhook) => holderOf(webhook, others, now) !== null)) return 'over';
  return pause.until !== null && pause.until <= now ? 'overdue' : 'not-resumed';
}

/** Whether webhooks are disabled that should be enabled by now. */
export const needsResume = ({ status }: { readonly status: PauseStatus }): boolean =>
  status === 'overdue' || status === 'not-resumed';

/** Before its end, a pause also concerns webhooks whose request is still to be sent. */
const isPending = (webhook: PausedWebhook): boolean =>
  mayBeDisabledByPause(webhook) || webhook.state === 'planned';
