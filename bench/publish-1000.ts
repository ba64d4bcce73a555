/**
 * The time to publish 1,000 creates as a plan, 8 at once, with the journal on disk and outcomes verified.
 * The times are ratios to a bare undici loop with the same requests, to newman and to the Bruno CLI, in one
 * run. The service has a latency of 20 ms, or none. Without latency the disk takes the time, so the loop also has
 * each request on disk before it sends it, as Hookdesk promises. After a warm-up, Hookdesk and the loop alternate,
 * and their medians are compared. The first run installs the clients into .cache/.
 *
 * Usage: node bench/publish-1000.ts
 * Exit code 1 if a limit is exceeded.
 */
import { createMembers } from '#adapters/http/codec/write-bodies.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type ClientRequest, installClients, runBruno, runNewman } from './api-clients.ts';
import { bareLoop } from './bare-loop.ts';
import { type EntryLog, openEntryLog } from './entry-log.ts';
import { ratioNow } from './limit-now.ts';
import { median } from './median.ts';
import { publishAll } from './publish-hookdesk.ts';
import { type RunningService, withRealService } from './real-service.ts';

/** Ratios. `bare` is that of the machine of `ratioNow`. */
const limits = { bare: 1.15, logged: 2.5, client: 0.2 };
const count = 1_000;
const atOnce = 8;
const rounds = 11;

const definitions: readonly WebhookDefinition[] = Array.from({ length: count }, (_, index) => ({
  ...emptyDefinition('B'),
  name: `Published ${index}`,
  url: 'https://hooks.slack.example/services/T0EXAMPLE/B0/fake',
  payloadTemplate: '{"text": "%AlertName% on %ObjectName% is %CurrentState%"}',
}));
const bodies = definitions.map((definition) => JSON.stringify(createMembers(definition, 'B')));

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

/** Sends the same requests without Hookdesk. */
const bareCreates = (service: RunningService, log: EntryLog | null): Promise<number> =>
  bareLoop(
    service,
    bodies.map((body) => [{ method: 'POST', path: '/webhook/', body }]),
    atOnce,
    log,
  );

const hookdesk = (service: RunningService): ReturnType<typeof publishAll> =>
  publishAll(service, () => definitions.map((definition) => ({ base: null, definition })), atOnce);

const requestsTo = ({ baseUrl, apiRoot, authToken }: RunningService): ClientRequest[] =>
  bodies.map((body) => ({ url: `${baseUrl}${apiRoot}/webhook/`, authToken, body }));

function report(name: string, took: number, ours: number, limit: number): void {
  const ratio = ours / took;
  console.log(
    `  to ${name.padEnd(18)} ${ratio.toFixed(2)}   (at most ${limit.toFixed(2)}; ${inSeconds(took)})`,
  );
  if (!(ratio <= limit)) process.exitCode = 1;
}

await installClients();
for (const latency of [20, 0]) {
  const bare: number[] = [];
  const ours: number[] = [];
  const onDisk: number[] = [];
  const log = latency === 0 ? openEntryLog() : null;
  for (let round = 0; round <= rounds; round += 1) {
    const floor = await withRealService(0, latency, (service) => bareCreates(service, log));
    const took = await withRealService(0, latency, hookdesk);
    if (round === 0) continue;
    bare.push(floor);
    ours.push(took.ended);
    onDisk.push(took.onDisk);
  }
  log?.close();
  const newman = await withRealService(0, latency, (service) => runNewman(requestsTo(service)));
  const bruno = await withRealService(0, latency, (service) => runBruno(requestsTo(service)));
  console.log(
    `${count} creates at ${atOnce} at once, ${latency} ms latency: ${inSeconds(median(ours))}, outcomes on disk after ${inSeconds(median(onDisk))}`,
  );
  if (log === null) report('a bare undici loop', median(bare), median(ours), ratioNow(limits.bare));
  else report('a loop with a log', median(bare), median(ours), limits.logged);
  report('newman', newman, median(ours), limits.client);
  report('the Bruno CLI', bruno, median(ours), limits.client);
}
