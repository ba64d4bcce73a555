import type { Connection } from '../installation/connection.ts';
import { givenIdOf, type ListedWebhook } from '../webhook/listed.ts';
import { severityNames, type WebhookDefinition } from '../webhook/webhook.ts';
import { hostForms, rawHostOf } from '../text/host-of.ts';
import { containsText } from '../text/text-filter.ts';
import type { QueryTerm } from './query.ts';
import type { SearchTerm } from './terms.ts';

export type SearchedConnection = Pick<Connection, 'name' | 'group' | 'environment'>;

export interface LocalState {
  /** Whether it has a draft. */
  readonly edited: boolean;
  /** Whether it has a remote change that was not viewed. */
  readonly changed: boolean;
}

const ofConnections: ReadonlySet<SearchTerm | 'text'> = new Set(['installation', 'group', 'env']);

export const isOfConnection = ({ term }: QueryTerm): boolean => ofConnections.has(term);

/** Decides the terms of installations; ignores those of webhooks. */
export const connectionMatches = (
  terms: readonly QueryTerm[],
  connection: SearchedConnection,
): boolean =>
  terms.every(
    (term) => !isOfConnection(term) || connectionMeets(term, connection) !== term.negated,
  );

function connectionMeets({ term, value }: QueryTerm, connection: SearchedConnection): boolean {
  if (term === 'env') return connection.environment === value;
  const text = term === 'group' ? connection.group : connection.name;
  return containsText(text, value);
}

/** Decides the terms of webhooks; ignores those of installations. */
export const webhookMatches = (
  terms: readonly QueryTerm[],
  webhook: ListedWebhook,
  state: LocalState,
): boolean =>
  terms.every(
    (term) => isOfConnection(term) || webhookMeets(term, webhook, state) !== term.negated,
  );

function webhookMeets(
  { term, value }: QueryTerm,
  webhook: ListedWebhook,
  state: LocalState,
): boolean {
  const has = (text: string): boolean => containsText(text, value);
  const hasHeader = (): boolean => webhook.headers.some(({ name }) => has(name));
  switch (term) {
    case 'text':
      return has(webhook.name) || has(webhook.url) || has(webhook.payloadTemplate) || hasHeader();
    case 'host':
      return hostForms(rawHostOf(webhook.url.toLowerCase())).some((form) => form.includes(value));
    case 'header':
      return hasHeader();
    case 'template':
      return has(webhook.payloadTemplate);
    case 'id':
      return givenIdOf(webhook) === Number(value);
    case 'method':
      return webhook.method.toLowerCase() === value;
    default:
      return term === 'is' && (value === 'edited' || value === 'changed')
        ? state[value]
        : flagsMeet({ term, value }, webhook);
  }
}

type Flagged = Pick<WebhookDefinition, 'enabled' | 'severities' | 'payloadType'>;

/** Decides `type:`, `severity:`, and `is:` for enabled (on) and disabled (off). */
export function flagsMeet(
  { term, value }: Pick<QueryTerm, 'term' | 'value'>,
  { enabled, severities, payloadType }: Flagged,
): boolean {
  if (term === 'type') return payloadType?.toLowerCase() === value;
  if (term === 'is') return enabled === (value === 'enabled' || value === 'on');
  if (value === 'none') return severityNames.every((name) => !severities[name]);
  return Object.entries(severities).some(([name, isOn]) => isOn && name === value);
}
