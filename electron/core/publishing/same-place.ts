import { collectionUrl } from '#domain/installation/address.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import type { Target } from '../ports.ts';

/** Whether an entry's request went where the connection leads now: another place says nothing of it. */
export function isOfThisPlace({ request }: JournalEntry, target: Target): boolean {
  const here = collectionUrl(target);
  return URL.canParse(here) && request.url.startsWith(new URL(here).href);
}
