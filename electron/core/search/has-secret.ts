import type { SearchSort } from '#contract/search.ts';
import { authorizationScheme, headerSpans } from '#domain/secrets/header-spans.ts';
import { minKnownLength } from '#domain/secrets/known-values.ts';
import { mask, maskedPayload, maskedUrl, Masking } from '#domain/secrets/masking.ts';
import { TestedTexts } from '#domain/webhook/segment/segment-texts.ts';
import type { Parts } from '../parts.ts';
import { TimeSlices } from '../time-slices.ts';
import type { Searches } from './searches.ts';

type Needs = Pick<Parts, 'snapshots' | 'ports'>;

/** Needs no ranks. */
const quickestSort: SearchSort = { by: 'installation', descending: false };

/** Results whose secrets are compared; more would delay other calls. */
const maxCompared = 50;

/** Whether a search text contains a secret: by its form, or because an installation or a found webhook has it. */
export async function hasSecret(
  text: string,
  searches: Searches,
  { snapshots, ports }: Needs,
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

/** Rows between two checks of the clock. */
const rowsPerCheck = 500;

/** Whether the text contains the secret of a header in a last list. No search finds these values. Reads all lists. */
export async function hasHeaderSecret(text: string, { snapshots, ports }: Needs): Promise<boolean> {
  if (text.length < minKnownLength) return false;
  const slices = new TimeSlices(ports.clock, () => undefined);
  const isIn = (value: string): boolean => value.length >= minKnownLength && text.includes(value);
  let count = 0;
  for (const connectionId of snapshots.connections()) {
    const webhooks = snapshots.get(connectionId)?.webhooks;
    if (webhooks === undefined) continue;
    const tested = new TestedTexts({
      url: () => false,
      header: (value) => isIn(value) || isIn(value.replace(authorizationScheme, '')),
      template: () => false,
    });
    for (const row of webhooks.rows()) {
      if (count++ % rowsPerCheck === 0) await slices.next();
      if (!webhooks.hasText(row, tested)) continue;
      const spans = webhooks.webhookOf(row).headers.flatMap(headerSpans);
      if (spans.some((span) => span.secretName !== null && isIn(span.text))) return true;
    }
  }
  return false;
}

const hasSecretForm = (text: string): boolean =>
  maskedPayload(text) !== text ||
  text.split(/[\s"]+/).some((word) => maskedUrl(word).includes(mask));
