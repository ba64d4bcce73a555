import { z } from 'zod';
import { summaryOf, Webhook, WebhookSummary } from './webhook.ts';
import { counted } from '../text/wording.ts';

/** A member of the wrong type. `path` is a JSON pointer into the list response. Contains no value of it. */
export const WrongMember = z.object({ path: z.string(), expected: z.string(), found: z.string() });
export type WrongMember = z.infer<typeof WrongMember>;

/** Why a listed webhook cannot be addressed by an id. */
export const IdDefect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('repeated'), id: z.int(), count: z.int() }),
  z.object({ kind: z.literal('missing') }),
  /** JSON distinguishes `-0` from `0`. URLs and Hookdesk's own files do not. */
  z.object({ kind: z.literal('negative-zero') }),
  /** At least one member has the wrong type. `id` is `null` when the response has no usable one. */
  z.object({
    kind: z.literal('unreadable'),
    id: z.int().nullable(),
    members: z.array(WrongMember).min(1),
  }),
]);
export type IdDefect = z.infer<typeof IdDefect>;

const unaddressable = {
  id: z.null(),
  /** Unique in its list, such as `7#2` for the second webhook with the id 7. */
  key: z.string(),
  idDefect: IdDefect,
};

/** Never changed: the id is missing or ambiguous, or a member has the wrong type. */
export const UnaddressableWebhook = Webhook.extend(unaddressable);
export type UnaddressableWebhook = z.infer<typeof UnaddressableWebhook>;

/** A webhook of a list: with an id that addresses it, or without one. */
export const ListedWebhook = z.union([Webhook, UnaddressableWebhook]);
export type ListedWebhook = z.infer<typeof ListedWebhook>;

const UnaddressableSummary = WebhookSummary.extend(unaddressable);

export const ListedSummary = z.union([WebhookSummary, UnaddressableSummary]);
export type ListedSummary = z.infer<typeof ListedSummary>;

/** Without the digest, which takes reading the whole webhook. */
export type ListedFields =
  Omit<WebhookSummary, 'digest'> | Omit<z.infer<typeof UnaddressableSummary>, 'digest'>;

/** A webhook as a person saw it when they selected it. */
export const SeenWebhook = z.object({ id: z.int(), digest: z.string() });
export type SeenWebhook = z.infer<typeof SeenWebhook>;

/** Identifies a webhook in its list: the id, or the key of an unaddressable webhook. */
export const WebhookKey = z.union([z.int(), z.string()]);
export type WebhookKey = z.infer<typeof WebhookKey>;

type Identity = { readonly id: number } | { readonly id: null; readonly key: string };

export const keyOf = (webhook: Identity): WebhookKey => webhook.id ?? webhook.key;

export const isAddressable = (webhook: ListedWebhook): webhook is Webhook => webhook.id !== null;

export const isUnreadable = (webhook: ListedSummary | ListedWebhook): boolean =>
  webhook.id === null && webhook.idDefect.kind === 'unreadable';

export const addressable = (webhooks: readonly ListedWebhook[]): Webhook[] =>
  webhooks.filter(isAddressable);

export const listedSummaryOf = (webhook: ListedWebhook): ListedSummary => {
  if (webhook.id !== null) return summaryOf(webhook);
  const { key, idDefect } = webhook;
  return { ...summaryOf(webhook), key, idDefect };
};

/** A webhook as a response has it; `id: null` when the response has none. */
export type ReadWebhook = Omit<Webhook, 'id'> & { id: number | null };

/** A webhook of a list, where members of the wrong type have a neutral value. */
export type ReadListItem = ReadWebhook & { readonly wrongMembers?: readonly WrongMember[] };

/** Finds the webhooks whose id does not identify them, and gives them keys. */
export function listedWebhooks(items: readonly ReadListItem[]): ListedWebhook[] {
  // A Map treats -0 as 0, as a URL does.
  const idCounts = new Map<number, number>();
  for (const { id } of items) if (id !== null) idCounts.set(id, (idCounts.get(id) ?? 0) + 1);
  const occurrences = new Map<string, number>();
  return items.map(({ wrongMembers, ...webhook }) => {
    const idDefect = defectOf(webhook.id, idCounts, wrongMembers);
    if (idDefect === null && hasId(webhook)) return webhook;
    const idText = Object.is(webhook.id, -0) ? '-0' : String(webhook.id ?? 'none');
    const occurrence = (occurrences.get(idText) ?? 0) + 1;
    occurrences.set(idText, occurrence);
    const key = `${idText}#${occurrence}`;
    return { ...webhook, id: null, key, idDefect: idDefect ?? { kind: 'missing' } };
  });
}

const hasId = (webhook: ReadWebhook): webhook is Webhook => webhook.id !== null;

function defectOf(
  id: number | null,
  idCounts: ReadonlyMap<number, number>,
  wrongMembers: readonly WrongMember[] | undefined,
): IdDefect | null {
  if (wrongMembers !== undefined) return { kind: 'unreadable', id, members: [...wrongMembers] };
  if (id === null) return { kind: 'missing' };
  if (Object.is(id, -0)) return { kind: 'negative-zero' };
  const count = idCounts.get(id) ?? 1;
  return count > 1 ? { kind: 'repeated', id, count } : null;
}

type WithId = { readonly id: number } | { readonly id: null; readonly idDefect: IdDefect };

/** The id in the response, also when it does not identify the webhook; `null` without one. */
export function givenIdOf(webhook: WithId): number | null {
  if (webhook.id !== null) return webhook.id;
  const { idDefect } = webhook;
  if (idDefect.kind === 'missing') return null;
  return idDefect.kind === 'negative-zero' ? 0 : idDefect.id;
}

/** By the id in the response. */
export function idDefects(webhooks: Iterable<WithId>): Map<number, IdDefect> {
  const defects = new Map<number, IdDefect>();
  for (const webhook of webhooks) {
    if (webhook.id !== null) continue;
    const id = givenIdOf(webhook);
    if (id !== null) defects.set(id, webhook.idDefect);
  }
  return defects;
}

export function defectInWords(defect: IdDefect): string {
  switch (defect.kind) {
    case 'repeated': {
      const times = defect.count === 2 ? 'twice' : `${defect.count.toLocaleString('en')} times`;
      return `Id ${defect.id} is used ${times}`;
    }
    case 'missing':
      return 'No id';
    case 'negative-zero':
      return 'Id -0 is not valid';
    case 'unreadable':
      return wrongMembersInWords(defect.members);
  }
}

const maxNamedWebhooks = 10;

/** Such as `2 webhooks with a member of the wrong type: Pager (/3/enabled is …), (no name) (…)`. */
export function unreadableInWords(webhooks: readonly ListedWebhook[]): string {
  const named = webhooks
    .filter((webhook) => webhook.id === null)
    .slice(0, maxNamedWebhooks)
    .map(({ name, idDefect }) => `${name || '(no name)'} (${defectInWords(idDefect)})`);
  const more = webhooks.length - named.length;
  const count = counted(webhooks.length, 'webhook');
  return `${count} with a member of the wrong type: ${[...named, ...(more > 0 ? [`${more} more`] : [])].join(', ')}`;
}

const maxNamedMembers = 3;

/** Such as `/3/enabled is a string, not true or false`. */
function wrongMembersInWords(members: readonly WrongMember[]): string {
  const named = members
    .slice(0, maxNamedMembers)
    .map(({ path, expected, found }) => `${path} is ${found}, not ${expected}`);
  const more = members.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
