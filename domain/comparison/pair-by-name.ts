import { contentKey } from '../webhook/difference.ts';
import { keyOf, type ListedWebhook, type WebhookKey } from '../webhook/listed.ts';

/** The webhooks of one name on the reference and on an installation, paired. */
export interface NamePairs {
  /** In the order of the reference: its webhook, `missing`, or `ambiguous`. */
  readonly partners: readonly (ListedWebhook | 'missing' | 'ambiguous')[];
  /** Webhooks that the reference lacks. */
  readonly extra: readonly ListedWebhook[];
}

/** The webhook of the other side from which this one comes; `null` for none. */
export type FormerOf = (ofReference: ListedWebhook) => WebhookKey | null;

/** Webhooks of one name, per side: comparing them takes quadratic time. */
const maxCompared = 50;

/**
 * Pairs the webhooks of one name, as a bundle does: a name that is unique on both sides, otherwise the former
 * webhook, otherwise equal content. All others of the name are ambiguous.
 */
export function pairByName(
  ofReference: readonly ListedWebhook[],
  ofOther: readonly ListedWebhook[],
  isEqual: (ofReference: ListedWebhook, ofOther: ListedWebhook) => boolean,
  formerOf: FormerOf = () => null,
): NamePairs {
  const [only] = ofOther;
  if (only === undefined) return { partners: ofReference.map(() => 'missing'), extra: [] };
  if (ofReference.length === 1 && ofOther.length === 1) return { partners: [only], extra: [] };
  const partners = pairGroup(ofReference, ofOther, isEqual, formerOf);
  const paired = new Set(partners);
  const isUndecided = partners.includes(null);
  return {
    partners: partners.map((partner) => partner ?? 'ambiguous'),
    extra: isUndecided ? [] : ofOther.filter((webhook) => !paired.has(webhook)),
  };
}

function pairGroup(
  ofReference: readonly ListedWebhook[],
  ofOther: readonly ListedWebhook[],
  isEqual: (ofReference: ListedWebhook, ofOther: ListedWebhook) => boolean,
  formerOf: FormerOf,
): (ListedWebhook | null)[] {
  const unpairedByKey = new Map(ofOther.map((webhook) => [keyOf(webhook), webhook]));
  const formers = ofReference.map((webhook) => {
    const key = formerOf(webhook);
    const former = key === null ? undefined : unpairedByKey.get(key);
    if (key !== null) unpairedByKey.delete(key);
    return former ?? null;
  });
  const unpaired = new Set(unpairedByKey.values());
  const byContent = Map.groupBy([...unpaired].reverse(), contentKey);
  const partners = ofReference.map((webhook, index) => {
    const former = formers[index] ?? null;
    if (former !== null) return former;
    const same = byContent.get(contentKey(webhook))?.pop() ?? null;
    if (same !== null) unpaired.delete(same);
    return same;
  });
  if (ofReference.length > maxCompared || ofOther.length > maxCompared) return partners;
  return partners.map((partner, index) => {
    const webhook = ofReference[index];
    if (partner !== null || webhook === undefined) return partner;
    const equal = [...unpaired].find((candidate) => isEqual(webhook, candidate)) ?? null;
    if (equal !== null) unpaired.delete(equal);
    return equal;
  });
}
