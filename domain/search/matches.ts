import type { Connection } from '../installation/connection.ts';
import { givenIdOf, type UnaddressableWebhook } from '../webhook/listed.ts';
import { severityNames, type WebhookDefinition } from '../webhook/webhook.ts';
import { hostForms, rawHostOf } from '../text/host-of.ts';
import { containsText, foldText } from '../text/fold-text.ts';
import { localStateOf, type SearchTerm, type TermName } from './terms.ts';

export type SearchedConnection = Pick<Connection, 'name' | 'group' | 'environment'>;

/** The state of a webhook in this Hookdesk, outside of the webhook itself. */
export interface LocalState {
  /** Whether it has a draft. */
  readonly edited: boolean;
  /** Whether it has a remote change that was not viewed. */
  readonly changed: boolean;
}

const connectionTerms: ReadonlySet<TermName | 'text'> = new Set(['installation', 'group', 'env']);

/** Whether the term is about the installation, not about its webhooks. */
export const isOfConnection = ({ term }: SearchTerm): boolean => connectionTerms.has(term);

/** Decides the terms of installations; ignores those of webhooks. */
export const connectionMatches = (
  terms: readonly SearchTerm[],
  connection: SearchedConnection,
): boolean =>
  terms.every(
    (term) => !isOfConnection(term) || connectionMeets(term, connection) !== term.negated,
  );

function connectionMeets({ term, value }: SearchTerm, connection: SearchedConnection): boolean {
  if (term === 'env') return connection.environment === value;
  const text = term === 'group' ? connection.group : connection.name;
  return containsText(text, value);
}

export type SearchedWebhook = WebhookDefinition &
  ({ readonly id: number } | Pick<UnaddressableWebhook, 'id' | 'idDefect'>);

/**
 * Decides the terms of webhooks; ignores those of installations. `SegmentIndex` has the same rules over columns, so
 * change both: `search.test.ts` compares them. The filter of a list has the rule for plain text (`searchText`).
 */
export const webhookMatches = (
  terms: readonly SearchTerm[],
  webhook: SearchedWebhook,
  state: LocalState,
): boolean =>
  terms.every(
    (term) => isOfConnection(term) || webhookMeets(term, webhook, state) !== term.negated,
  );

function webhookMeets(
  { term, value }: SearchTerm,
  webhook: SearchedWebhook,
  state: LocalState,
): boolean {
  const containsValue = (text: string): boolean => containsText(text, value);
  const hasHeader = (): boolean => webhook.headers.some(({ name }) => containsValue(name));
  switch (term) {
    case 'text':
      return (
        containsValue(webhook.name) ||
        containsValue(webhook.url) ||
        containsValue(webhook.payloadTemplate) ||
        hasHeader()
      );
    case 'host':
      return hostForms(rawHostOf(foldText(webhook.url))).some((form) => form.includes(value));
    case 'header':
      return hasHeader();
    case 'template':
      return containsValue(webhook.payloadTemplate);
    case 'id':
      return givenIdOf(webhook) === Number(value);
    case 'method':
      return foldText(webhook.method) === value;
    default: {
      const localState = localStateOf({ term, value });
      return localState === null ? flagsMeet({ term, value }, webhook) : state[localState];
    }
  }
}

type Flagged = Pick<WebhookDefinition, 'enabled' | 'severities' | 'payloadType'>;

/** Decides `type:`, `severity:`, and `is:` for enabled (on) and disabled (off). */
export function flagsMeet(
  { term, value }: Pick<SearchTerm, 'term' | 'value'>,
  { enabled, severities, payloadType }: Flagged,
): boolean {
  if (term === 'type') return payloadType?.toLowerCase() === value;
  if (term === 'is') return enabled === (value === 'enabled' || value === 'on');
  if (value === 'none') return severityNames.every((name) => !severities[name]);
  return Object.entries(severities).some(([name, isOn]) => isOn && name === value);
}
