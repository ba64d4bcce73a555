import { contentKey } from '../webhook/difference.ts';
import type { ListedWebhook } from '../webhook/listed.ts';

export interface PairedWebhooks {
  readonly pairs: readonly (readonly [was: ListedWebhook, is: ListedWebhook])[];
  readonly gone: readonly ListedWebhook[];
  readonly added: readonly ListedWebhook[];
}

/** By equal content, then by equal name, then by order. */
export function pairWebhooks(
  was: readonly ListedWebhook[],
  is: readonly ListedWebhook[],
): PairedWebhooks {
  const pairs: [ListedWebhook, ListedWebhook][] = [];
  let gone = [...was];
  let added = [...is];
  for (const trait of [contentKey, nameOf, nothing]) {
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

const nameOf = ({ name }: ListedWebhook): string => name;
const nothing = (): string => '';
