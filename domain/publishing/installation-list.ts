import { addressable, type IdDefect, idDefects, type ListedWebhook } from '../webhook/listed.ts';
import type { VariantId } from '../webhook/variant.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { PlanItem } from './plan.ts';

/** The webhooks of one installation, as the rows of a plan need them. */
export interface InstallationList {
  readonly variant: VariantId;
  readonly webhooks: ReadonlyMap<number, Webhook>;
  /** Ids that do not identify a webhook. */
  readonly idDefects: ReadonlyMap<number, IdDefect>;
  readonly byName: ReadonlyMap<string, readonly ListedWebhook[]>;
}

export const installationList = (
  variant: VariantId,
  webhooks: readonly ListedWebhook[],
): InstallationList => ({
  variant,
  webhooks: new Map(addressable(webhooks).map((webhook) => [webhook.id, webhook])),
  idDefects: idDefects(webhooks),
  byName: Map.groupBy(webhooks, ({ name }) => name),
});

/** Keeps only what decides these items: a plan may outlive the list. */
export function listFor(
  items: readonly PlanItem[],
  { variant, webhooks, idDefects: defects, byName }: InstallationList,
): InstallationList {
  const ids = new Set(items.flatMap(({ base }) => (base === null ? [] : [base.id])));
  const names = new Set(items.flatMap(({ definition }) => definition?.name ?? []));
  return {
    variant,
    webhooks: entriesWith(ids, webhooks),
    idDefects: entriesWith(ids, defects),
    byName: entriesWith(names, byName),
  };
}

function entriesWith<Key, Value>(
  keys: Iterable<Key>,
  map: ReadonlyMap<Key, Value>,
): Map<Key, Value> {
  const entries = new Map<Key, Value>();
  for (const key of keys) {
    const value = map.get(key);
    if (value !== undefined) entries.set(key, value);
  }
  return entries;
}
