import { z } from 'zod';
import { summaryOf, Webhook, WebhookSummary } from './webhook.ts';

export const IdDefect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('repeated'), id: z.int(), count: z.int() }),
  z.object({ kind: z.literal('missing') }),
  /** JSON distinguishes `-0` from `0`. URLs and Hookdesk's own files do not. */
  z.object({ kind: z.literal('negative-zero') }),
]);
export type IdDefect = z.infer<typeof IdDefect>;

const unaddressable = {
  id: z.null(),
  /** Unique in its list, such as `7#2` for the second webhook with the id 7. */
  key: z.string(),
  idDefect: IdDefect,
};

/** Can be read and exported, but never changed: the id is missing or ambiguous. */
export const UnaddressableWebhook = Webhook.extend(unaddressable);
export type UnaddressableWebhook = z.infer<typeof UnaddressableWebhook>;

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

export const WebhookKey = z.union([z.int(), z.string()]);
export type WebhookKey = z.infer<typeof WebhookKey>;

type Identity = { readonly id: number } | { readonly id: null; readonly key: string };

export const keyOf = (webhook: Identity): WebhookKey => webhook.id ?? webhook.key;

export const isAddressable = (webhook: ListedWebhook): webhook is Webhook => webhook.id !== null;

export const addressable = (webhooks: readonly ListedWebhook[]): Webhook[] =>
  webhooks.filter(isAddressable);

export const listedSummaryOf = (webhook: ListedWebhook): ListedSummary => {
  if (webhook.id !== null) return summaryOf(webhook);
  const { key, idDefect } = webhook;
  return { ...summaryOf(webhook), key, idDefect };
};

export type ReadWebhook = Omit<Webhook, 'id'> & { id: number | null };

export function listedWebhooks(read: readonly ReadWebhook[]): ListedWebhook[] {
  // A Map treats -0 as 0, as a URL does.
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

export function givenIdOf(webhook: WithId): number | null {
  if (webhook.id !== null) return webhook.id;
  const { idDefect } = webhook;
  if (idDefect.kind === 'missing') return null;
  return idDefect.kind === 'repeated' ? idDefect.id : 0;
}

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
  }
}
