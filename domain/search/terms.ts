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

/** `on` and `off` are the words of the list for `enabled` and `disabled`. */
export const WebhookState = z.enum(['enabled', 'disabled', 'on', 'off', 'edited', 'changed']);
export type WebhookState = z.infer<typeof WebhookState>;
