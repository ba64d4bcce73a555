import type { TokenValues } from '#domain/template/render-template.ts';
import { sampleValues as samplesOf } from '#domain/template/samples.ts';
import type { Clock } from '../clock.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { WebhookStore } from '../store/webhook-store.ts';
import type { UpdateBody } from '../webhooks/body-types.ts';
import type { StoredWebhook } from '../webhooks/stored-webhook.ts';
import type { AlertState, Changes, Raised, Reason } from './practice-bodies.ts';

type Values = Readonly<Record<string, string>>;
type RuleSetName = Raised['event']['rules'];

interface SimulationParts {
  readonly webhooks: WebhookStore;
  readonly deliveries: Deliveries;
  readonly clock: Clock;
}

/**
 * Raises an event: stores a delivery for each matching webhook.
 * @param values by placeholder; for an alert they replace the sample values of its state
 * @throws Refusal 503 if too many deliveries are waiting; then nothing is delivered.
 */
export async function raise(
  { webhooks, deliveries, clock }: SimulationParts,
  kind: EventKind,
  values: Values,
  rules: RuleSetName,
): Promise<Raised> {
  const decisions = (await webhooks.all()).map((identified) => ({
    ...identified,
    reason: reasonNotDelivered(identified.webhook, kind),
  }));
  const recipients = decisions.filter(({ reason }) => reason === null);
  const event = {
    kind: kind.kind,
    state: kind.state,
    raisedAt: new Date(clock.now()).toISOString(),
    rules,
  };
  const allValues = kind.kind === 'alert' ? { ...sampleValues[kind.state], ...values } : values;
  const { eventId, ids } = await deliveries.add(event, allValues, recipients);
  return {
    event: { id: eventId, ...event },
    deliveries: recipients.map(({ id: webhookId }, index) => ({ id: ids[index] ?? 0, webhookId })),
    passedOver: decisions.flatMap(({ id: webhookId, reason }) =>
      reason === null ? [] : [{ webhookId, reason }],
    ),
  };
}

export type EventKind =
  | { readonly kind: 'alert'; readonly state: AlertState }
  | { readonly kind: 'job'; readonly state: null };

const switches = {
  LOW: 'low_alert',
  MEDIUM: 'med_alert',
  HIGH: 'high_alert',
  CLEARED: 'cleared_alert',
} as const;

/**
 * Returns why an event is not delivered to a webhook; `null` if it is delivered.
 * Source: interface document §3, §6. Assumption: job events ignore the switches. The editor shows the same by
 * `domain/delivery/receives.ts`, but the service is independent of the application.
 */
export function reasonNotDelivered(webhook: StoredWebhook, event: EventKind): Reason | null {
  if (!webhook.enabled) return 'disabled';
  const type = webhook.payload_type ?? 'ALERT';
  if (type !== (event.kind === 'alert' ? 'ALERT' : 'JOB')) return 'other-type';
  return event.kind === 'alert' && !webhook[switches[event.state]] ? 'switched-off' : null;
}

const inState = (state: AlertState): TokenValues => samplesOf(state, [], {});

/** Sample values of all alert placeholders by alert state, from the catalogue. */
export const sampleValues: Readonly<Record<AlertState, TokenValues>> = {
  LOW: inState('LOW'),
  MEDIUM: inState('MEDIUM'),
  HIGH: inState('HIGH'),
  CLEARED: inState('CLEARED'),
};

const suffix = ' (renamed)';

/** One change for each webhook. A second change of the same kind takes the first one back. */
const updates: readonly ((webhook: StoredWebhook) => UpdateBody)[] = [
  ({ low_alert }) => ({ low_alert: !low_alert }),
  ({ enabled }) => ({ enabled: !enabled }),
  ({ name }) => ({
    name: name.endsWith(suffix) ? name.slice(0, -suffix.length) : `${name}${suffix}`,
  }),
];

/**
 * Changes up to three webhooks, as another person would.
 * @param below returns a random whole number from 0, less than its argument
 */
export async function changeAsAnotherPerson(
  webhooks: WebhookStore,
  below: (limit: number) => number,
): Promise<Changes> {
  const left = await webhooks.all();
  const changed: number[] = [];
  for (const update of updates) {
    const [one] = left.length === 0 ? [] : left.splice(below(left.length), 1);
    if (one === undefined) break;
    const violations = await webhooks.update(one.id, update(one.webhook));
    // `null`: deleted since.
    if (violations?.length === 0) changed.push(one.id);
  }
  return { changed };
}
