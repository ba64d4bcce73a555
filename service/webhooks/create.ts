import type { CreateBody, HeaderBody, Variant } from './bodies.ts';
import { type StoredHeader, StoredWebhook } from './stored.ts';

/** Gives so many new header ids, none of which was ever given before. */
export type AssignHeaderIds = (count: number) => readonly number[];

/** What a field is when a create body leaves it out. The interface does not say; these are ours. */
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

export function newWebhook(
  variant: Variant,
  body: CreateBody,
  assign: AssignHeaderIds,
): StoredWebhook {
  return StoredWebhook.parse({
    ...createDefaults,
    ...body,
    http_headers: withIds(body.http_headers ?? [], assign),
    payload_type: variant === 'B' ? (body.payload_type ?? createDefaults.payload_type) : undefined,
  });
}

export function withIds(headers: readonly HeaderBody[], assign: AssignHeaderIds): StoredHeader[] {
  if (headers.length === 0) return [];
  const ids = assign(headers.length);
  return headers.map((header, index) => {
    const id = ids[index];
    if (id === undefined) throw new Error('Too few header ids were assigned');
    return { http_header_id: id, ...header };
  });
}
