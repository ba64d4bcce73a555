import { z } from 'zod';

/** The name before the colon of a search term, such as `host:`. */
export const TermName = z.enum([
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
export type TermName = z.infer<typeof TermName>;

/** Values of `is:`. `on` and `off` mean `enabled` and `disabled`; `edited` means `draft`. */
export const WebhookState = z.enum([
  'enabled',
  'disabled',
  'on',
  'off',
  'draft',
  'edited',
  'changed',
]);
export type WebhookState = z.infer<typeof WebhookState>;

/** The state outside the webhook that a term asks for; `null` for its own state. */
export function localStateOf({
  term,
  value,
}: Pick<SearchTerm, 'term' | 'value'>): 'edited' | 'changed' | null {
  if (term !== 'is') return null;
  if (value === 'draft') return 'edited';
  return value === 'edited' || value === 'changed' ? value : null;
}

/** One condition of a search. A webhook is found when it meets all of them. */
export interface SearchTerm {
  /** `text`: name, URL, payload template or the name of a header contains the value. */
  readonly term: TermName | 'text';
  /** Folded by `foldText`; never empty. */
  readonly value: string;
  readonly negated: boolean;
}

/** A part of the search text that cannot be searched; offsets are UTF-16 units. */
export interface QueryMistake {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/** A parsed search text. */
export interface Query {
  readonly terms: readonly SearchTerm[];
  /** With a mistake, a search finds nothing, to prevent the selection of unintended webhooks. */
  readonly mistakes: readonly QueryMistake[];
}
