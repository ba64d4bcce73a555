import { z } from 'zod';

/** A header as the service stores and returns it. Source: interface document §2.2. */
const StoredHeader = z.object({
  http_header_id: z.int(),
  http_header_key: z.string(),
  http_header_value: z.string(),
});
export type StoredHeader = z.infer<typeof StoredHeader>;

/**
 * A webhook as the service stores it: the JSON that a read returns, without the id (the key). The
 * order of the fields is the order in responses. Source: §2.1.
 */
export const StoredWebhook = z.object({
  name: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  method: z.string(),
  http_headers: z.array(StoredHeader),
  payload_template: z.string(),
  low_alert: z.boolean(),
  med_alert: z.boolean(),
  high_alert: z.boolean(),
  cleared_alert: z.boolean(),
  /** Variant B only. */
  payload_type: z.enum(['ALERT', 'JOB']).optional(),
});
export type StoredWebhook = z.infer<typeof StoredWebhook>;
