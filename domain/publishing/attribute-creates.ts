import type { CreateCandidate, IdRanges } from '../journal/entry.ts';
import { contentKey } from '../webhook/difference.ts';
import { isUnreadable, type ListedWebhook } from '../webhook/listed.ts';
import type { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { matchesRequest } from './matches-request.ts';
import { isInRanges } from './id-ranges.ts';

/** The service does not return the id of a created webhook. */
export interface RequestedCreate {
  readonly key: string;
  readonly meant: WebhookDefinition;
  readonly knownIds: IdRanges;
  readonly accepted: boolean;
}

export interface FoundCreate {
  readonly webhook: Webhook | null;
  readonly notes: readonly string[];
  /** Without a webhook: new ones that the create may have made, because the installation changes what it stores. */
  readonly candidates: readonly CreateCandidate[];
}

/**
 * Matches new ids by content in send order, the last webhooks if there are too many, because services
 * append. Then matches by name alone, for services that alter content.
 * @param wanted in send order
 * @param taken ids of other known creates
 */
export function attributeCreates(
  wanted: readonly RequestedCreate[],
  list: readonly Webhook[],
  taken: ReadonlySet<number> = new Set(),
): ReadonlyMap<string, FoundCreate> {
  const everywhere = new Map(
    wanted.map(({ knownIds }) => [JSON.stringify(knownIds), knownIds] as const),
  );
  const isNew = ({ id }: Webhook): boolean =>
    !taken.has(id) && ![...everywhere.values()].every((known) => isInRanges(known, id));
  const fresh = list.filter(isNew);
  const search = new Search(fresh);
  const found = new Map<string, FoundCreate>();

  for (const group of groupsOf(wanted)) {
    const equal = search.equalTo(group[0].meant);
    for (const [key, webhook] of oneToOne(group, equal)) {
      search.give(webhook);
      const notes = equal.length > 1 ? [toldApart(equal, group.length, webhook.id)] : [];
      found.set(key, { webhook, notes, candidates: [] });
    }
  }
  for (const each of wanted) {
    if (found.has(each.key)) continue;
    const named = search.named(each);
    if (named !== null) search.give(named);
    found.set(each.key, { webhook: named, notes: [], candidates: [] });
  }
  for (const each of wanted) {
    if (found.get(each.key)?.webhook !== null) continue;
    const candidates = search.candidates(each);
    const notes = search.othersNote(each);
    found.set(each.key, { webhook: null, notes, candidates });
  }
  return found;
}

export const mayBeUnaddressable = (
  meant: WebhookDefinition | null,
  list: readonly ListedWebhook[],
): boolean =>
  list.some(
    (webhook) =>
      webhook.id === null && (webhook.name === meant?.name || hasUnreadableName(webhook)),
  );

const hasUnreadableName = (webhook: ListedWebhook): boolean =>
  isUnreadable(webhook) && webhook.unreported.includes('name');

class Search {
  readonly #left: Set<Webhook>;
  readonly #byKey: Map<string, Webhook[]>;
  readonly #loose: readonly Webhook[];

  constructor(fresh: readonly Webhook[]) {
    this.#left = new Set(fresh);
    this.#byKey = Map.groupBy(fresh, keyOf);
    this.#loose = fresh.filter(({ unreported }) => unreported.length > 0);
  }

  equalTo(meant: WebhookDefinition): Webhook[] {
    const candidates = new Set([...(this.#byKey.get(keyOf(meant)) ?? []), ...this.#loose]);
    return [...candidates].filter(
      (webhook) => this.#left.has(webhook) && matchesRequest(meant, webhook),
    );
  }

  named({ meant, knownIds }: RequestedCreate): Webhook | null {
    const named = [...this.#left].filter(
      ({ id, name }) => name === meant.name && !isInRanges(knownIds, id),
    );
    return named.at(-1) ?? null;
  }

  give(webhook: Webhook): void {
    this.#left.delete(webhook);
  }

  /** After an accepted create, one of the new webhooks must be its own. A lost one may have none. */
  candidates({ meant, knownIds, accepted }: RequestedCreate): CreateCandidate[] {
    return [...this.#left]
      .filter(({ id, name }) => !isInRanges(knownIds, id) && (accepted || isLike(meant.name, name)))
      .slice(-mostCandidates)
      .map(({ id, name }) => ({ id, name }));
  }

  othersNote({ knownIds }: RequestedCreate): string[] {
    const others = [...this.#left].filter(({ id }) => !isInRanges(knownIds, id));
    if (others.length === 0) return [];
    return [`The list has new webhooks (${idsOf(others)}), but none with the sent name.`];
  }
}

/** The last ones in the list; services append. */
export const mostCandidates = 100;

/** Letters of a name that was cut off; a shorter one is another name. */
const shortestCut = 20;

/** Whether an installation that trims, cuts off or changes letters could store the first name as the second. */
function isLike(sent: string, stored: string): boolean {
  const [long, short] = [sent, stored].map((name) =>
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
  if (long === undefined || short === undefined || short === '') return false;
  return long === short || (short.length >= shortestCut && long.startsWith(short));
}

const keyOf = ({ name, url, payloadTemplate }: WebhookDefinition): string =>
  JSON.stringify([name, url, payloadTemplate]);

type Group = readonly [RequestedCreate, ...RequestedCreate[]];

function groupsOf(wanted: readonly RequestedCreate[]): Group[] {
  return [...Map.groupBy(wanted, ({ meant }) => contentKey(meant)).values()].flatMap(
    ([first, ...rest]): Group[] => (first === undefined ? [] : [[first, ...rest]]),
  );
}

/** Accepted creates come first. If webhooks are missing, the creates that were sent first get one. */
function oneToOne(group: Group, equal: readonly Webhook[]): [string, Webhook][] {
  const inTurn = [true, false].flatMap((accepted) =>
    group.filter((each) => each.accepted === accepted),
  );
  const sameBefore = new Set(group.map(({ knownIds }) => JSON.stringify(knownIds))).size === 1;
  if (!sameBefore) return eachTheLast(inTurn, equal);
  const fitting = equal.filter(({ id }) => !isInRanges(group[0].knownIds, id));
  const count = Math.min(fitting.length, group.length);
  const chosen = new Set(inTurn.slice(0, count));
  const webhooks = fitting.slice(fitting.length - count).sort((a, b) => a.id - b.id);
  return group
    .filter((each) => chosen.has(each))
    .flatMap(({ key }, index): [string, Webhook][] => {
      const webhook = webhooks[index];
      return webhook === undefined ? [] : [[key, webhook]];
    });
}

/** The create that was sent last gets the last webhook that was not in its list. */
function eachTheLast(
  group: readonly RequestedCreate[],
  equal: readonly Webhook[],
): [string, Webhook][] {
  const left = [...equal];
  return group.toReversed().flatMap(({ key, knownIds }): [string, Webhook][] => {
    const index = left.findLastIndex(({ id }) => !isInRanges(knownIds, id));
    const [webhook] = index < 0 ? [] : left.splice(index, 1);
    return webhook === undefined ? [] : [[key, webhook]];
  });
}

function toldApart(equal: readonly Webhook[], creates: number, id: number): string {
  const several = `Several new webhooks are equal (${idsOf(equal)})`;
  return creates > 1
    ? `${several}. Hookdesk assumes ${id} from the order.`
    : `${several}. Hookdesk assumes ${id}, the last in the list.`;
}

const idsOf = (webhooks: readonly Webhook[]): string =>
  webhooks.length > 10
    ? `${idsOf(webhooks.slice(0, 10))} and ${webhooks.length - 10} more`
    : webhooks.map(({ id }) => id).join(', ');
