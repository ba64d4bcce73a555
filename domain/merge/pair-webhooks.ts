import { FieldName } from '../webhook/fields.ts';
import { fieldOf } from '../webhook/webhook.ts';
import type { ListedWebhook } from '../webhook/listed.ts';

/** Which webhook of a former list is which of a later one, where no id tells them apart. */
export interface PairedWebhooks {
  readonly pairs: readonly (readonly [was: ListedWebhook, is: ListedWebhook])[];
  readonly gone: readonly ListedWebhook[];
  readonly added: readonly ListedWebhook[];
}

/** Pairs webhooks of equal content first, then those of the same name, then the others in their order. */
export function pairWebhooks(
  was: readonly ListedWebhook[],
  is: readonly ListedWebhook[],
): PairedWebhooks {
  const pairs: [ListedWebhook, ListedWebhook][] = [];
  let gone = [...was];
  let added = [...is];
  for (const trait of [contentOf, nameOf, nothing]) {
    const byTrait = Map.groupBy(gone.toReversed(), trait);
    const paired = new Set<ListedWebhook>();
    added = added.filter((webhook) => {
      const match = byTrait.get(trait(webhook))?.pop();
      if (match === undefined) return true;
      pairs.push([match, webhook]);
      paired.add(match);
      return false;
    });
    gone = gone.filter((webhook) => !paired.has(webhook));
  }
  return { pairs, gone, added };
}

/** What two webhooks share that say the same, whatever ids and order their headers have. */
export const contentOf = (webhook: ListedWebhook): string => {
  const headers = webhook.headers.map(({ name, value }) => JSON.stringify([name, value]));
  const fields = FieldName.options.map((field) => fieldOf(webhook, field));
  return JSON.stringify([fields, headers.sort()]);
};

const nameOf = ({ name }: ListedWebhook): string => name;
const nothing = (): string => '';
