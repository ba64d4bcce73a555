import { contentOf } from '../merge/pair-webhooks.ts';
import type { ListedWebhook } from '../webhook/listed.ts';

export interface NamePairs {
  /** In the order of the reference: its webhook, `missing`, or `ambiguous`. */
  readonly partners: readonly (ListedWebhook | 'missing' | 'ambiguous')[];
  /** Webhooks that the reference lacks. */
  readonly extra: readonly ListedWebhook[];
}

/** Webhooks of one name, per side: comparing them takes quadratic time. */
const maxCompared = 50;

/**
 * Pairs the webhooks of one name, as a bundle does: a name that is unique on both sides, otherwise equal
 * content. All others of the name are ambiguous.
 */
export function pairByName(
  mine: readonly ListedWebhook[],
  theirs: readonly ListedWebhook[],
  isEqual: (mine: ListedWebhook, theirs: ListedWebhook) => boolean,
): NamePairs {
  const [only] = theirs;
  if (only === undefined) return { partners: mine.map(() => 'missing'), extra: [] };
  if (mine.length === 1 && theirs.length === 1) return { partners: [only], extra: [] };
  const partners = pairEqual(mine, theirs, isEqual);
  const taken = new Set(partners);
  const isUndecided = partners.includes(null);
  return {
    partners: partners.map((partner) => partner ?? 'ambiguous'),
    extra: isUndecided ? [] : theirs.filter((webhook) => !taken.has(webhook)),
  };
}

function pairEqual(
  mine: readonly ListedWebhook[],
  theirs: readonly ListedWebhook[],
  isEqual: (mine: ListedWebhook, theirs: ListedWebhook) => boolean,
): (ListedWebhook | null)[] {
  const free = new Set(theirs);
  const byContent = Map.groupBy([...theirs].reverse(), contentOf);
  const partners = mine.map((webhook) => {
    const same = byContent.get(contentOf(webhook))?.pop() ?? null;
    if (same !== null) free.delete(same);
    return same;
  });
  if (mine.length > maxCompared || theirs.length > maxCompared) return partners;
  return partners.map((partner, index) => {
    const webhook = mine[index];
    if (partner !== null || webhook === undefined) return partner;
    const equal = [...free].find((each) => isEqual(webhook, each)) ?? null;
    if (equal !== null) free.delete(equal);
    return equal;
  });
}
