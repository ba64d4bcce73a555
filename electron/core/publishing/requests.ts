import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { definitionOf, type Webhook, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { IdRanges } from '#domain/journal/entry.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { NewEntry } from '../journal/journal.ts';
import type { Errand, Publishing } from './publishing.ts';

/** A request that changes something, and what the journal says of it first. */
export interface WriteRequest {
  readonly entry: NewEntry;
  readonly send: () => Promise<void>;
}

type Needs = Pick<Publishing, 'ports'>;

/** @param knownIds ids that the list had before it */
export function createRequest(
  { ports: { webhooks } }: Needs,
  errand: Errand,
  definition: WebhookDefinition,
  knownIds: IdRanges,
): WriteRequest {
  const { target } = errand;
  return {
    entry: {
      ...common(errand, webhooks.describeCreate(target, definition)),
      ...{ action: 'create', webhookId: null, before: null, knownIds },
      meant: definitionOf(definition),
    },
    send: () => webhooks.create(target, definition),
  };
}

/** The headers go as a change set against `live`, which is what the service holds. */
export function updateRequest(
  { ports: { webhooks } }: Needs,
  errand: Errand,
  live: Webhook,
  definition: WebhookDefinition,
): WriteRequest {
  const { target } = errand;
  const headers = headerChangeSet(live.headers, definition.headers);
  const update = { id: live.id, definition, headers };
  return {
    entry: {
      ...common(errand, webhooks.describeUpdate(target, update)),
      ...{ action: 'update', webhookId: live.id, before: live, knownIds: null },
      meant: definitionOf(definition),
    },
    send: () => webhooks.update(target, update),
  };
}

export function removeRequest(
  { ports: { webhooks } }: Needs,
  errand: Errand,
  live: Webhook,
): WriteRequest {
  const { target } = errand;
  return {
    entry: {
      ...common(errand, webhooks.describeRemove(target, live.id)),
      ...{ action: 'delete', webhookId: live.id, before: live, knownIds: null, meant: null },
    },
    send: () => webhooks.remove(target, live.id),
  };
}

const common = (
  { connection, planId, rowKey, undoes }: Errand,
  { method, url, body }: OutboundRequest,
) => ({
  connectionId: connection.id,
  connectionName: connection.name,
  variant: connection.variant,
  ...{ planId, rowKey, undoes },
  request: { method, url, body },
});
