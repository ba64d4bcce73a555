import type { StoredWebhook } from '../webhooks/stored.ts';
import type { AlertState, Reason } from './shapes.ts';

/** What happened: an alert in a state, or a job event. */
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
 * Why an event is not delivered to a webhook; `null` if it is. Source: interface document §3, §6.
 * That job events ignore the switches is an assumption.
 */
export function reasonNotDelivered(webhook: StoredWebhook, event: EventKind): Reason | null {
  if (!webhook.enabled) return 'disabled';
  const type = webhook.payload_type ?? 'ALERT';
  if (type !== (event.kind === 'alert' ? 'ALERT' : 'JOB')) return 'other-type';
  return event.kind === 'alert' && !webhook[switches[event.state]] ? 'switched-off' : null;
}
