import { z } from 'zod';
import { summaryOf, Webhook, WebhookSummary } from './webhook.ts';

/** Why requests cannot address a webhook by its id. */
export const IdDefect = z.discriminatedUnion('kind', [
  /** `count` webhooks of the list have this id. */
  z.object({ kind: z.literal('repeated'), id: z.int(), count: z.int() }),
  z.object({ kind: z.literal('missing') }),
  /** JSON tells `-0` from `0`; URLs and Hookdesk's own files do not. */
  z.object({ kind: z.literal('negative-zero') }),
]);
export type IdDefect = z.infer<typeof IdDefect>;

const unaddressable = {
  id: z.null(),
  /** Tells it from all other webhooks of its list, such as `7#2` for the second one with the id 7. */
  key: z.string(),
  idDefect: IdDefect,
};

/** A webhook of a list that its id does not identify: it can be read and exported, never changed. */
export const UnaddressableWebhook = Webhook.extend(unaddressable);
export type UnaddressableWebhook = z.infer<typeof UnaddressableWebhook>;

export const ListedWebhook = z.union([Webhook, UnaddressableWebhook]);
export type ListedWebhook = z.infer<typeof ListedWebhook>;

/** The part of an unaddressable webhook that a list shows. */
const UnaddressableSummary = WebhookSummary.extend(unaddressable);

export const ListedSummary = z.union([WebhookSummary, UnaddressableSummary]);
export type ListedSummary = z.infer<typeof ListedSummary>;

/** What identifies a webhook within its list: its id, or the key of an unaddressable one. */
export const WebhookKey = z.union([z.int(), z.string()]);
export type WebhookKey = z.infer<typeof WebhookKey>;

type Identity = { readonly id: number } | { readonly id: null; readonly key: string };

export const keyOf = (webhook: Identity): WebhookKey => webhook.id ?? webhook.key;

export const isAddressable = (webhook: ListedWebhook): webhook is Webhook => webhook.id !== null;

/** The webhooks of a list that requests can address, in its order. */
export const addressable = (webhooks: readonly ListedWebhook[]): Webhook[] =>
  webhooks.filter(isAddressable);

export const listedSummaryOf = (webhook: ListedWebhook): ListedSummary => {
  if (webhook.id !== null) return summaryOf(webhook);
  const { key, idDefect } = webhook;
  return { ...summaryOf(webhook), key, idDefect };
};

/** A webhook as an answer has it; its id may be missing. */
export type ReadWebhook = Omit<Webhook, 'id'> & { id: number | null };

/** The webhooks of an answer, in its order, with a mark on each that its id does not identify. */
export function listedWebhooks(read: readonly ReadWebhook[]): ListedWebhook[] {
  // A map takes -0 for 0, as a URL does.
  const counts = new Map<number, number>();
  for (const { id } of read) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  const earlier = new Map<string, number>();
  return read.map((webhook) => {
    const idDefect = defectOf(webhook.id, counts);
    if (idDefect === null && hasId(webhook)) return webhook;
    const given = Object.is(webhook.id, -0) ? '-0' : String(webhook.id ?? 'none');
    const occurrence = (earlier.get(given) ?? 0) + 1;
    earlier.set(given, occurrence);
    const key = `${given}#${occurrence}`;
    return { ...webhook, id: null, key, idDefect: idDefect ?? { kind: 'missing' } };
  });
}

const hasId = (webhook: ReadWebhook): webhook is Webhook => webhook.id !== null;

function defectOf(id: number | null, counts: ReadonlyMap<number, number>): IdDefect | null {
  if (id === null) return { kind: 'missing' };
  if (Object.is(id, -0)) return { kind: 'negative-zero' };
  const count = counts.get(id) ?? 1;
  return count > 1 ? { kind: 'repeated', id, count } : null;
}

type WithId = { readonly id: number } | { readonly id: null; readonly idDefect: IdDefect };

/** The id that the list has for a webhook, whether it identifies it or not; `null` for none. */
export function givenIdOf(webhook: WithId): number | null {
  if (webhook.id !== null) return webhook.id;
  const { idDefect } = webhook;
  if (idDefect.kind === 'missing') return null;
  return idDefect.kind === 'repeated' ? idDefect.id : 0;
}

/** The ids of a list that identify no webhook, with the reason. */
export function idDefects(webhooks: Iterable<WithId>): Map<number, IdDefect> {
  const defects = new Map<number, IdDefect>();
  for (const webhook of webhooks) {
    if (webhook.id !== null) continue;
    const id = givenIdOf(webhook);
    if (id !== null) defects.set(id, webhook.idDefect);
  }
  return defects;
}

/** A defect in a few words, such as “Id 7 is used twice”. */
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
  }
}
