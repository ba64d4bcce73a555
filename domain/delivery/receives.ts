import { fields } from '../webhook/fields.ts';
import type { Severity, WebhookDefinition } from '../webhook/webhook.ts';

export type AlertState = 'LOW' | 'MEDIUM' | 'HIGH' | 'CLEARED';

export type DeliveryEvent =
  { readonly kind: 'alert'; readonly state: AlertState } | { readonly kind: 'job' };

export type PassedOverReason = 'disabled' | 'other-type' | 'switched-off';

/** Whether a webhook receives an event, or why it does not. */
export type Receives =
  { readonly delivered: true } | { readonly delivered: false; readonly reason: PassedOverReason };

export type Recipient = Pick<WebhookDefinition, 'enabled' | 'severities' | 'payloadType'>;

const severityOfState: Readonly<Record<AlertState, Severity>> = {
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
  CLEARED: 'cleared',
};

/** A webhook without a payload type is for alerts. */
export const isForJobs = ({ payloadType }: Pick<Recipient, 'payloadType'>): boolean =>
  payloadType === 'JOB';

/** Source: interface document §3, §6. That job events ignore the severity switches is an assumption. */
export function receives(webhook: Recipient, event: DeliveryEvent): Receives {
  if (!webhook.enabled) return { delivered: false, reason: 'disabled' };
  if (isForJobs(webhook) !== (event.kind === 'job')) {
    return { delivered: false, reason: 'other-type' };
  }
  if (event.kind === 'alert' && !webhook.severities[severityOfState[event.state]]) {
    return { delivered: false, reason: 'switched-off' };
  }
  return { delivered: true };
}

export function receivesInWords(webhook: Recipient, event: DeliveryEvent): string {
  const decision = receives(webhook, event);
  if (decision.delivered) return 'Sent';
  if (decision.reason === 'disabled') return 'Not sent: the webhook is disabled';
  if (event.kind === 'job') return 'Not sent: the webhook is for alerts';
  if (decision.reason === 'other-type') return 'Not sent: the webhook is for jobs';
  return `Not sent: ${fields[`severities.${severityOfState[event.state]}`].shortLabel} is off`;
}
