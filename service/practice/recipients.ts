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
 * Why a webhook gets nothing of an event, or `null` if it does. The document says what the switches
 * and types are for (§3, §6); that job events pass by the switches is an assumption.
 */
export function passedOver(webhook: StoredWebhook, event: EventKind): Reason | null {
  if (!webhook.enabled) return 'disabled';
  const type = webhook.payload_type ?? 'ALERT';
  if (type !== (event.kind === 'alert' ? 'ALERT' : 'JOB')) return 'other-type';
  return event.kind === 'alert' && !webhook[switches[event.state]] ? 'switched-off' : null;
}
