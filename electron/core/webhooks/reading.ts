import type { ListEvent } from '#contract/index.ts';
import { summaryOf, type Webhook } from '#domain/webhook/webhook.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports } from '../ports.ts';
import { withProgress } from '../progress.ts';
import type { Snapshots } from './snapshots.ts';

/** Rows in one part of a list: small enough that sending it holds nothing else up. */
const rowsAtOnce = 500;

/** Reads the webhooks of an installation and tells them in parts; keeps them as its snapshot. */
export async function* listWebhooks(
  ports: Pick<Ports, 'webhooks' | 'clock'>,
  connections: Connections,
  snapshots: Snapshots,
  connectionId: string,
  signal?: AbortSignal,
): AsyncGenerator<ListEvent, void, void> {
  const target = await connections.target(connectionId);
  const reading = withProgress<{ bytes: number; webhooks: number }, ListOf>((onProgress) =>
    ports.webhooks.list(target, { signal, onProgress }),
  );
  let next = await reading.next();
  while (next.done !== true) {
    yield { kind: 'progress', ...next.value };
    next = await reading.next();
  }
  const { webhooks, withoutId } = next.value;
  const readAt = ports.clock.now();
  snapshots.keep(connectionId, readAt, webhooks);
  for (let start = 0; start < webhooks.length; start += rowsAtOnce) {
    yield { kind: 'rows', rows: webhooks.slice(start, start + rowsAtOnce).map(summaryOf) };
    await ports.clock.breathe();
  }
  yield { kind: 'end', readAt, total: webhooks.length, withoutId };
}

type ListOf = Awaited<ReturnType<Ports['webhooks']['list']>>;

/** Reads one webhook anew. */
export async function readWebhook(
  ports: Pick<Ports, 'webhooks' | 'clock'>,
  connections: Connections,
  snapshots: Snapshots,
  address: { connectionId: string; webhookId: number },
  signal?: AbortSignal,
): Promise<{ webhook: Webhook; readAt: Date }> {
  const { connectionId, webhookId } = address;
  const target = await connections.target(connectionId);
  const webhook = await ports.webhooks.read(target, webhookId, { signal });
  snapshots.note(connectionId, webhookId, webhook);
  return { webhook, readAt: ports.clock.now() };
}
