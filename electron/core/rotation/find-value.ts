import type { FindEvent, ValueHolder } from '#contract/rotation.ts';
import { inParts } from '#domain/in-parts.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import { placeInWords, type SecretInWebhook } from '#domain/rotation/secret-in-webhook.ts';
import { TestedTexts } from '#domain/webhook/segment/segment-texts.ts';
import type { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { digestOf } from '#domain/webhook/webhook.ts';
import type { Ports } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import type { Parts } from '../parts.ts';

const rowsPerTurn = 500;

const holdersAtOnce = 200;

type Needs = Pick<Parts, 'ports' | 'connections' | 'snapshotPersistence'>;

type Found = Omit<Extract<FindEvent, { kind: 'end' }>, 'kind' | 'searchId' | 'origin'>;

/** Digests of the holders by installation and id, as a person sees them in the results. */
export type SeenHolders = Map<string, Map<number, string>>;

/** @param seen takes the digests of the holders */
export async function* findValue(
  needs: Needs,
  secret: SecretInWebhook,
  signal?: AbortSignal,
  seen: SeenHolders = new Map(),
): AsyncGenerator<Exclude<FindEvent, { kind: 'end' }>, Found, void> {
  const all = needs.connections.saved();
  const found = { webhooks: 0, searched: 0, total: all.length };
  const neverRead: string[] = [];
  let oldest: Date | null = null;
  for (const [done, { id: connectionId }] of all.entries()) {
    yield { kind: 'progress', done, total: all.length, webhooks: found.webhooks };
    const snapshot = await needs.snapshotPersistence.load(connectionId);
    stopIfCancelled(signal);
    if (snapshot === null) {
      neverRead.push(connectionId);
      continue;
    }
    const { readAt, webhooks } = snapshot;
    const holders: ValueHolder[] = [];
    const digests = new Map<number, string>();
    seen.set(connectionId, digests);
    for await (const webhook of holdersIn(needs.ports.clock, webhooks, secret, signal)) {
      holders.push({
        webhookId: webhook.id,
        name: webhook.name,
        places: secret.places(webhook).map(placeInWords),
      });
      if (webhook.id !== null) digests.set(webhook.id, digestOf(webhook));
    }
    for (const part of inParts(holders, holdersAtOnce)) {
      yield { kind: 'holders', connectionId, readAt, holders: part };
    }
    found.webhooks += webhooks.size;
    found.searched += 1;
    if (oldest === null || readAt < oldest) oldest = readAt;
  }
  return { ...found, neverRead, oldest };
}

/** Tests each distinct text once, because webhooks share templates and headers. */
export async function* holdersIn(
  clock: Pick<Ports['clock'], 'yieldToEventLoop'>,
  webhooks: WebhookTable,
  secret: SecretInWebhook,
  signal?: AbortSignal,
): AsyncGenerator<ListedWebhook, void, void> {
  const tested = new TestedTexts({
    url: (text) => secret.isIn(text, 'url'),
    header: (text) => secret.isIn(text, 'header'),
    template: (text) => secret.isIn(text, 'template'),
  });
  let count = 0;
  for (const row of webhooks.rows()) {
    if (webhooks.hasText(row, tested)) yield webhooks.webhookOf(row);
    count += 1;
    if (count % rowsPerTurn !== 0) continue;
    await clock.yieldToEventLoop();
    stopIfCancelled(signal);
  }
}
