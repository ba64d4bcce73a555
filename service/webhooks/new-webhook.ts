import type { CreateBody, HeaderBody, Variant } from './body-types.ts';
import { type StoredHeader, StoredWebhook } from './stored-webhook.ts';

/** Returns `count` new header ids. An id is never reused. */
export type AssignHeaderIds = (count: number) => readonly number[];

/** Defaults for fields that a create body omits. The interface document does not define them. */
export const createDefaults = {
  enabled: true,
  method: 'POST',
  payload_template: '',
  low_alert: true,
  med_alert: true,
  high_alert: true,
  cleared_alert: true,
  payload_type: 'ALERT',
} as const;

/**
 * The webhook that a create request stores, with defaults and header ids. Other webhooks may have
 * the same name: nothing of a webhook is unique but its id.
 */
export function newWebhook(
  variant: Variant,
  body: CreateBody,
  assign: AssignHeaderIds,
): StoredWebhook {
  return StoredWebhook.parse({
    ...createDefaults,
    ...body,
    http_headers: withHeaderIds(body.http_headers ?? [], assign),
    payload_type: variant === 'B' ? (body.payload_type ?? createDefaults.payload_type) : undefined,
  });
}

export function withHeaderIds(
  headers: readonly HeaderBody[],
  assign: AssignHeaderIds,
): StoredHeader[] {
  if (headers.length === 0) return [];
  const ids = assign(headers.length);
  return headers.map((header, index) => {
    const id = ids[index];
    if (id === undefined) throw new Error('Too few header ids were assigned');
    return { http_header_id: id, ...header };
  });
}
