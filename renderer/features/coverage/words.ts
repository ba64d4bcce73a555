import type { EqualTarget } from '#domain/delivery/coverage.ts';

/** What is alike in webhooks with the same target, as a sentence. */
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
