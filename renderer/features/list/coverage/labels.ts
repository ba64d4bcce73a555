import type { EqualTarget } from '#domain/delivery/coverage.ts';
import { defectInWords, type ListedSummary } from '#domain/webhook/listed.ts';

export function nameOf(webhook: ListedSummary): string {
  if (webhook.name !== '') return webhook.name;
  return webhook.id === null
    ? `(no name, ${defectInWords(webhook.idDefect).toLowerCase()})`
    : `(no name, id ${webhook.id})`;
}

export function twiceInWords({ webhooks, severitiesTwice, jobsTwice }: EqualTarget): string {
  const events = [
    ...severitiesTwice.map((severity) => severity.toUpperCase()),
    ...(jobsTwice ? ['jobs'] : []),
  ];
  const many = `${webhooks.length} webhooks send to the same URL`;
  return events.length === 0
    ? `${many}, each for other alerts.`
    : `${many}: ${listed(events)} ${events.length === 1 && !jobsTwice ? 'arrives' : 'arrive'} more than once.`;
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
