/**
 * The time to publish 1,000 updates as a plan, 8 at once, with the journal on disk, as a ratio to a bare undici
 * loop of GET, PUT and GET, 8 at once. The service has a latency of 20 ms, or none. Without latency the disk
 * takes the time, so the loop also has each PUT on disk before it sends it, as Hookdesk promises. After a warm-up both
 * alternate, and their medians are compared.
 *
 * Usage: node bench/update-1000.ts
 * Exit code 1 if a limit is exceeded.
 */
import { updateBody } from '#adapters/http/codec/write-bodies.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { addressable } from '#domain/webhook/listed.ts';
import { definitionOf, type Webhook, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { bareLoop } from './bare-loop.ts';
import { type EntryLog, openEntryLog } from './entry-log.ts';
import { ratioNow } from './limit-now.ts';
import { median } from './median.ts';
import { publishAll } from './publish-hookdesk.ts';
import { type RunningService, withRealService } from './real-service.ts';

/** Milliseconds of latency; a ratio, with latency on the machine of `ratioNow`. */
const cases = [
  { latency: 20, rounds: 5, limit: 1.15, isLogged: false },
  { latency: 0, rounds: 7, limit: 3.5, isLogged: true },
];
const count = 1_000;
const atOnce = 8;

const renamed = (webhook: Webhook): WebhookDefinition => ({
  ...definitionOf(webhook),
  name: `${webhook.name}, renamed`,
});

/** Sends the same requests without Hookdesk. */
async function bareUpdates(service: RunningService, log: EntryLog | null): Promise<number> {
  const http = createHttpServices({ environment: {} });
  const webhooks = addressable((await http.webhooks.list(service, {})).webhooks);
  await http.close();
  const requests = webhooks.map((webhook) => {
    const { id } = webhook;
    const definition = renamed(webhook);
    const path = `/webhook/${id}`;
    const body = updateBody(service, { live: webhook, definition });
    return [
      { method: 'GET', path },
      { method: 'PUT', path, body },
      { method: 'GET', path },
    ] as const;
  });
  return bareLoop(service, requests, atOnce, log);
}

async function hookdesk(service: RunningService): Promise<number> {
  const { ended } = await publishAll(
    service,
    async (client) => {
      const webhooks = addressable((await client.list()).webhooks);
      return webhooks.map((base) => ({ base, definition: renamed(base) }));
    },
    atOnce,
  );
  return ended;
}

for (const { latency, rounds, limit, isLogged } of cases) {
  const bare: number[] = [];
  const ours: number[] = [];
  const log = isLogged ? openEntryLog() : null;
  for (let round = 0; round <= rounds; round += 1) {
    const floor = await withRealService(count, latency, (service) => bareUpdates(service, log));
    const took = await withRealService(count, latency, hookdesk);
    if (round === 0) continue;
    bare.push(floor);
    ours.push(took);
  }
  log?.close();
  const ratio = median(ours) / median(bare);
  const most = isLogged ? limit : ratioNow(limit);
  const perSecond = (count * 1_000) / median(ours);
  const floor = `a bare loop of GET, PUT, GET${isLogged ? ' with a log' : ''}`;
  console.log(
    `${count} updates at ${atOnce} at once, ${latency} ms latency: ${(median(ours) / 1_000).toFixed(2)} s, ${perSecond.toFixed(0)} a second, ${ratio.toFixed(2)} times ${floor} (${(median(bare) / 1_000).toFixed(2)} s; at most ${most.toFixed(2)})`,
  );
  if (!(ratio <= most)) process.exitCode = 1;
}
