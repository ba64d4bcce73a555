import type { PublishInput } from '#contract/index.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, Target } from '../ports.ts';

/** A preview shows that an auth token goes along, and needs no real one for it. */
const masked = '•';

/** The exact request that publishing a definition would send. */
export function previewPublish(
  { webhooks }: Pick<Ports, 'webhooks'>,
  connections: Connections,
  { connectionId, base, definition }: PublishInput,
): OutboundRequest {
  const target = addressOf(connections, connectionId);
  if (base === null) return webhooks.describeCreate(target, definition);
  const headers = headerChangeSet(base.headers, definition.headers);
  return webhooks.describeUpdate(target, { id: base.id, definition, headers });
}

/** The exact request that deleting a webhook would send. */
export function previewRemoval(
  { webhooks }: Pick<Ports, 'webhooks'>,
  connections: Connections,
  { connectionId, webhookId }: { connectionId: string; webhookId: number },
): OutboundRequest {
  return webhooks.describeRemove(addressOf(connections, connectionId), webhookId);
}

function addressOf(connections: Connections, connectionId: string): Target {
  const { baseUrl, apiRoot, variant, authentication } = connections.find(connectionId);
  return { baseUrl, apiRoot, variant, authToken: authentication === 'none' ? null : masked };
}
