import {
  type CreateCandidate,
  type IdRanges,
  isInRanges,
  type JournalEntry,
} from '../journal/entry.ts';
import { contentKey } from '../webhook/difference.ts';
import { isUnreadable, type ListedWebhook } from '../webhook/listed.ts';
import type { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { matchesRequest } from './matches-request.ts';

/** A create that was sent. The service does not return the id of a created webhook. */
export interface RequestedCreate {
  readonly key: string;
  readonly requested: WebhookDefinition;
  /** Ids in the list before the request. */
  readonly knownIds: IdRanges;
  /** Whether the installation accepted the request. */
  readonly accepted: boolean;
}

/** What a list shows about one create. */
export interface FoundCreate {
  readonly webhook: Webhook | null;
  readonly notes: readonly string[];
  /** Without a webhook: new ones that the create may have made, because the installation changes what it stores. */
  readonly candidates: readonly CreateCandidate[];
}

/**
 * Finds the webhook of each create in a list. Matches new ids by content in send order, the last webhooks if
 * there are too many, because services append. Then matches by name alone, for services that alter content.
 * @param creates in send order
 * @param idsOfOthers ids that belong to other creates
 */
export function attributeCreates(
  creates: readonly RequestedCreate[],
  list: readonly Webhook[],
  idsOfOthers: ReadonlySet<number> = new Set(),
): ReadonlyMap<string, FoundCreate> {
  const differentKnownIds = new Map(
    creates.map(({ knownIds }) => [JSON.stringify(knownIds), knownIds] as const),
  );
  const isNew = ({ id }: Webhook): boolean =>
    !idsOfOthers.has(id) &&
    ![...differentKnownIds.values()].every((knownIds) => isInRanges(knownIds, id));
  const newWebhooks = new NewWebhooks(list.filter(isNew));
  const found = new Map<string, FoundCreate>();

  for (const group of groupsOf(creates)) {
    const equal = newWebhooks.equalTo(group[0].requested);
    for (const [key, webhook] of oneToOne(group, equal)) {
      newWebhooks.remove(webhook);
      const notes = equal.length > 1 ? [severalEqualNote(equal, group.length, webhook.id)] : [];
      found.set(key, { webhook, notes, candidates: [] });
    }
  }
  for (const create of creates) {
    if (found.has(create.key)) continue;
    const webhook = newWebhooks.withNameOf(create);
    if (webhook !== null) newWebhooks.remove(webhook);
    found.set(create.key, { webhook, notes: [], candidates: [] });
  }
  for (const create of creates) {
    if (found.get(create.key)?.webhook !== null) continue;
    const candidates = newWebhooks.candidates(create);
    const notes = newWebhooks.otherNamesNote(create);
    found.set(create.key, { webhook: null, notes, candidates });
  }
  return found;
}

type Create = Pick<JournalEntry, 'sequence' | 'planId'>;

/**
 * Whether a webhook belongs to one of its known creators, and to none of the open creates. An installation can give the
 * id of an earlier creator again, unless both are of one plan, which reads its list once.
 */
export const isSurelyOf = (creators: readonly Create[], open: readonly Create[]): boolean =>
  creators.some(({ sequence, planId }) =>
    open.some((each) => sequence > each.sequence || (planId !== null && planId === each.planId)),
  );

/** Whether a webhook without an id of its own could be the created one. */
export const mayBeUnaddressable = (
  requested: WebhookDefinition | null,
  list: readonly ListedWebhook[],
): boolean =>
  list.some(
    (webhook) =>
      webhook.id === null && (webhook.name === requested?.name || hasUnreadableName(webhook)),
  );

const hasUnreadableName = (webhook: ListedWebhook): boolean =>
  isUnreadable(webhook) && webhook.unreported.includes('name');

/** The new webhooks of a list that belong to no create yet. */
class NewWebhooks {
  readonly #unattributed: Set<Webhook>;
  readonly #byTexts: Map<string, Webhook[]>;
  /** Webhooks without some fields: their texts may be missing. */
  readonly #incomplete: readonly Webhook[];

  constructor(webhooks: readonly Webhook[]) {
    this.#unattributed = new Set(webhooks);
    this.#byTexts = Map.groupBy(webhooks, textsOf);
    this.#incomplete = webhooks.filter(({ unreported }) => unreported.length > 0);
  }

  equalTo(requested: WebhookDefinition): Webhook[] {
    const withSameTexts = this.#byTexts.get(textsOf(requested)) ?? [];
    return [...new Set([...withSameTexts, ...this.#incomplete])].filter(
      (webhook) => this.#unattributed.has(webhook) && matchesRequest(requested, webhook),
    );
  }

  withNameOf({ requested, knownIds }: RequestedCreate): Webhook | null {
    const named = [...this.#unattributed].filter(
      ({ id, name }) => name === requested.name && !isInRanges(knownIds, id),
    );
    return named.at(-1) ?? null;
  }

  remove(webhook: Webhook): void {
    this.#unattributed.delete(webhook);
  }

  /** After an accepted create, one of the new webhooks must be its own. A lost one may have none. */
  candidates(create: RequestedCreate): CreateCandidate[] {
    return this.#newTo(create)
      .filter(({ name }) => create.accepted || isLike(create.requested.name, name))
      .slice(-maxCandidates)
      .map(({ id, name }) => ({ id, name }));
  }

  otherNamesNote(create: RequestedCreate): string[] {
    const others = this.#newTo(create);
    if (others.length === 0) return [];
    return [`The list has new webhooks (${idsOf(others)}), but none with the sent name.`];
  }

  /** The webhooks that the list before this create did not have. */
  #newTo({ knownIds }: RequestedCreate): Webhook[] {
    return [...this.#unattributed].filter(({ id }) => !isInRanges(knownIds, id));
  }
}

/** The last ones in the list; services append. */
export const maxCandidates = 100;

/** Letters of a name that was cut off; a shorter one is another name. */
const minCutLength = 20;

/** Whether an installation that trims, cuts off or changes letters could store the first name as the second. */
function isLike(sent: string, stored: string): boolean {
  const [long, short] = [sent, stored].map((name) =>
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
  if (long === undefined || short === undefined || short === '') return false;
  return long === short || (short.length >= minCutLength && long.startsWith(short));
}

const textsOf = ({ name, url, payloadTemplate }: WebhookDefinition): string =>
  JSON.stringify([name, url, payloadTemplate]);

/** Creates with equal content. */
type Group = readonly [RequestedCreate, ...RequestedCreate[]];

function groupsOf(creates: readonly RequestedCreate[]): Group[] {
  return [...Map.groupBy(creates, ({ requested }) => contentKey(requested)).values()].flatMap(
    ([first, ...rest]): Group[] => (first === undefined ? [] : [[first, ...rest]]),
  );
}

/** Accepted creates come first. If webhooks are missing, the creates that were sent first get one. */
function oneToOne(group: Group, equal: readonly Webhook[]): [string, Webhook][] {
  const acceptedFirst = [true, false].flatMap((accepted) =>
    group.filter((create) => create.accepted === accepted),
  );
  const haveSameList = new Set(group.map(({ knownIds }) => JSON.stringify(knownIds))).size === 1;
  if (!haveSameList) return lastToLast(acceptedFirst, equal);
  const candidates = equal.filter(({ id }) => !isInRanges(group[0].knownIds, id));
  const count = Math.min(candidates.length, group.length);
  const chosen = new Set(acceptedFirst.slice(0, count));
  const webhooks = candidates.slice(candidates.length - count).sort((a, b) => a.id - b.id);
  return group
    .filter((create) => chosen.has(create))
    .flatMap(({ key }, index): [string, Webhook][] => {
      const webhook = webhooks[index];
      return webhook === undefined ? [] : [[key, webhook]];
    });
}

/** The create that was sent last gets the last webhook that was not in its list. */
function lastToLast(
  creates: readonly RequestedCreate[],
  equal: readonly Webhook[],
): [string, Webhook][] {
  const remaining = [...equal];
  return creates.toReversed().flatMap(({ key, knownIds }): [string, Webhook][] => {
    const index = remaining.findLastIndex(({ id }) => !isInRanges(knownIds, id));
    const [webhook] = index < 0 ? [] : remaining.splice(index, 1);
    return webhook === undefined ? [] : [[key, webhook]];
  });
}

function severalEqualNote(equal: readonly Webhook[], creates: number, id: number): string {
  const several = `Several new webhooks are equal (${idsOf(equal)})`;
  return creates > 1
    ? `${several}. Hookdesk assumes ${id} from the order.`
    : `${several}. Hookdesk assumes ${id}, the last in the list.`;
}

const idsOf = (webhooks: readonly Webhook[]): string =>
  webhooks.length > 10
    ? `${idsOf(webhooks.slice(0, 10))} and ${webhooks.length - 10} more`
    : webhooks.map(({ id }) => id).join(', ');
