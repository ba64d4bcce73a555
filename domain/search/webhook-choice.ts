import {
  connectionMatches,
  type SearchedConnection,
  type SearchedWebhook,
  webhookMatches,
} from './matches.ts';
import { parseQuery, partsOf } from './parse-query.ts';
import { localStateOf, type QueryMistake, type SearchTerm, TermName } from './terms.ts';

/** How a person names a part of the webhooks of a plan. */
export type WebhookChoice =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'query'; readonly terms: readonly SearchTerm[] };

const noState = { edited: false, changed: false };

/** A text with a search term is a query. Another text is a name: words could mean more webhooks than a person expects. */
export function webhookChoice(text: string): WebhookChoice | QueryMistake {
  const hasTerm = [...partsOf(text)].some(({ name }) => TermName.safeParse(name).success);
  if (!hasTerm) return { kind: 'name', name: text };
  const { terms, mistakes } = parseQuery(text);
  const localTerm = terms.find((term) => localStateOf(term) !== null);
  if (localTerm !== undefined) {
    const message = `A plan does not know “is:${localTerm.value}”.`;
    return { start: 0, end: text.length, message };
  }
  return mistakes[0] ?? { kind: 'query', terms };
}

/** `false` when no webhook of the installation can be chosen. */
export const choosesOn = (choice: WebhookChoice, connection: SearchedConnection): boolean =>
  choice.kind === 'name' || connectionMatches(choice.terms, connection);

export const isChosen = (choice: WebhookChoice, webhook: SearchedWebhook): boolean =>
  choice.kind === 'name'
    ? webhook.name === choice.name
    : webhookMatches(choice.terms, webhook, noState);
