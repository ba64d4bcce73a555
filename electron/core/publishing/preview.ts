import type { PublishInput } from '#contract/index.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, Target } from '../ports.ts';

/** A preview shows that an auth token goes along, and needs no real one for it. */
const masked = '•';

/** The exact request that publishing a definition would send. */
export async function previewPublish(
  { webhooks }: Pick<Ports, 'webhooks'>,
  connections: Connections,
  { connectionId, base, definition }: PublishInput,
): Promise<OutboundRequest> {
  const target = await maskedTarget(connections, connectionId);
  if (base === null) return webhooks.describeCreate(target, definition);
  const headers = headerChangeSet(base.headers, definition.headers);
  return webhooks.describeUpdate(target, { id: base.id, definition, headers });
}

/** The exact request that deleting a webhook would send. */
export async function previewRemoval(
  { webhooks }: Pick<Ports, 'webhooks'>,
  connections: Connections,
  { connectionId, webhookId }: { connectionId: string; webhookId: number },
): Promise<OutboundRequest> {
  return webhooks.describeRemove(await maskedTarget(connections, connectionId), webhookId);
}

/** Where requests for a connection go, with a mask for the auth token. */
export async function maskedTarget(
  connections: Connections,
  connectionId: string,
): Promise<Target> {
  const { authentication } = connections.find(connectionId);
  const address = await connections.place(connectionId);
  return { ...address, authToken: authentication.kind === 'none' ? null : masked };
}
