import type { FoundCreate } from '#domain/publishing/attribute-creates.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { doubtNotes, type Ended, endNotApplied, endRead } from './ended.ts';
import { outcomeOf } from './outcome.ts';
import type { Publishing } from './publishing.ts';
import type { Sent } from './send.ts';

/** Says what became of a create, by what the list has of it now. */
export async function endCreate(
  house: Pick<Publishing, 'journal'>,
  sent: Sent,
  definition: WebhookDefinition,
  { webhook, notes: found }: FoundCreate,
): Promise<Ended> {
  if (webhook === null) {
    const note =
      sent.doubt === null
        ? 'The service accepted the request, but its list shows no new webhook.'
        : `${sent.doubt.message} The list shows that no webhook was created.`;
    const outcome = outcomeOf('not-applied', definition, null, [note, ...found]);
    return endNotApplied(house, sent, { ...outcome, created: true });
  }
  const notes = [...doubtNotes(sent.doubt), ...found];
  const outcome = outcomeOf('read', definition, webhook, notes);
  return endRead(house, sent, { ...outcome, created: true });
}
