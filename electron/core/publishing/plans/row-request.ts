import type { OutboundRequest } from '#contract/outbound-request.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Ports } from '../../ports.ts';
import { maskedTarget } from '../preview.ts';

type Sendable = Pick<PlanRow, 'state' | 'connectionId' | 'action' | 'definition' | 'live'>;

/** The exact request that a row would send, the auth token masked; `null` where it would send none. */
export async function requestOf(
  { webhooks }: Pick<Ports, 'webhooks'>,
  connections: Connections,
  { state, connectionId, action, definition, live }: Sendable,
): Promise<OutboundRequest | null> {
  if (state !== 'ready') return null;
  const target = await maskedTarget(connections, connectionId);
  if (action === 'create') {
    return definition === null ? null : webhooks.describeCreate(target, definition);
  }
  if (live === null) return null;
  if (action === 'delete') return webhooks.describeRemove(target, live.id);
  if (definition === null) return null;
  const headers = headerChangeSet(live.headers, definition.headers);
  return webhooks.describeUpdate(target, { id: live.id, definition, headers });
}
