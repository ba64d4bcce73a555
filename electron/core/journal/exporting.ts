import type { JournalFilter } from '#contract/journal.ts';
import { readableEntry, utc } from '#domain/journal/readable.ts';
import type { OtherSecrets } from '#domain/secrets/masked.ts';
import { matcherOf } from './matching.ts';
import type { EntriesPage } from './reading.ts';

interface Export {
  readonly pages: AsyncIterable<EntriesPage>;
  readonly filter: JournalFilter;
  readonly now: Date;
  readonly secrets: OtherSecrets;
}

const portion = 64 * 1_024;

export async function* exportText({
  pages,
  filter,
  now,
  secrets,
}: Export): AsyncGenerator<string, void, void> {
  const matches = matcherOf(filter.text);
  let text = `Hookdesk History, ${utc(now)}, newest first. Secrets are masked.\n`;
  let count = 0;
  let unreadable = 0;
  for await (const page of pages) {
    unreadable += page.unreadable;
    for (const entry of page.entries) {
      if (matches !== null && !matches(entry)) continue;
      count += 1;
      text += `\n${readableEntry(entry, secrets)}\n`;
      if (text.length < portion) continue;
      yield text;
      text = '';
    }
  }
  const left = unreadable === 0 ? '' : ` ${unreadable} more could not be decrypted.`;
  yield `${text}\n${count === 1 ? 'One entry.' : `${count} entries.`}${left}\n`;
}
