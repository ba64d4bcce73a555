import type { SearchSort } from '#contract/search.ts';
import { mask, maskedPayload, maskedUrl, Masking } from '#domain/secrets/masking.ts';
import type { Parts } from '../parts.ts';
import type { Searches } from './searches.ts';

/** Needs no ranks. */
const quickestSort: SearchSort = { by: 'installation', descending: false };

/** Results whose secrets are compared; more would delay other calls. */
const maxCompared = 50;

/** Whether a search text contains a secret: by its form, or because an installation or a found webhook has it. */
export async function hasSecret(
  text: string,
  searches: Searches,
  { snapshots, ports }: Pick<Parts, 'snapshots' | 'ports'>,
): Promise<boolean> {
  if (hasSecretForm(text)) return true;
  const { searchId } = await searches.open(text, quickestSort);
  try {
    const found = searches
      .rows(searchId, 0, maxCompared)
      .flatMap(({ connectionId, key }) => snapshots.find(connectionId, key)?.webhook ?? []);
    const shown = false;
    return new Masking(found, shown, ports.secretsInUse).text(text) !== text;
  } finally {
    searches.close(searchId);
  }
}

const hasSecretForm = (text: string): boolean =>
  maskedPayload(text) !== text ||
  text.split(/[\s"]+/).some((word) => maskedUrl(word).includes(mask));
