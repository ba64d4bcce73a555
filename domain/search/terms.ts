import { z } from 'zod';

/** Names before the colon of a search term, such as `host:`. */
export const SearchTerm = z.enum([
  'installation',
  'group',
  'env',
  'host',
  'header',
  'template',
  'id',
  'method',
  'type',
  'severity',
  'is',
]);
export type SearchTerm = z.infer<typeof SearchTerm>;

export const WebhookState = z.enum(['enabled', 'disabled', 'edited', 'changed']);
export type WebhookState = z.infer<typeof WebhookState>;
