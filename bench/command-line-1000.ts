/**
 * The time of `hookdesk plan` and `hookdesk apply` of 1,000 creates, 8 at once, on a service with a latency of 20 ms. It
 * includes the starts of both commands. The times are ratios to a bare undici loop with the same requests, to newman
 * and to the Bruno CLI, in one run. After a warm-up, Hookdesk and the loop alternate, and their medians are compared.
 * Each command starts, reads the folder, prepares the plan and checks its templates: half of the time is not requests.
 *
 * Usage: node bench/command-line-1000.ts    (needs the bundles: npm run build)
 * Exit code 1 if a limit is exceeded.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMembers } from '#adapters/http/codec/write-bodies.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { type ClientRequest, installClients, runBruno, runNewman } from './api-clients.ts';
import { bareLoop } from './bare-loop.ts';
import { timeOfHookdesk } from './hookdesk-command.ts';
import { median } from './median.ts';
import { type RunningService, withRealService } from './real-service.ts';

const limits = { bare: 2.5, client: 0.25 };
const count = 1_000;
const atOnce = 8;
const latency = 20;
const rounds = 5;

const webhooks = Array.from({ length: count }, (_, index) => ({
  name: `Published ${index}`,
  url: 'https://hooks.example.com/services/ops',
  payloadTemplate: '{"text": "%AlertName% on %ObjectName% is %CurrentState%"}',
}));
const bodies = webhooks.map((webhook) =>
  JSON.stringify(createMembers({ ...emptyDefinition('B'), ...webhook }, 'B')),
);

const parent = mkdtempSync(join(tmpdir(), 'hookdesk-bench-'));
const folder = join(parent, 'webhooks');
const installations = join(parent, 'installations.json');

function writeFolder(): void {
  const head = { format: 'hookdesk-folder', version: '1.0', containsSecrets: false };
  mkdirSync(join(folder, 'webhooks'), { recursive: true });
  writeFileSync(join(folder, 'hookdesk.json'), JSON.stringify(head));
  for (const [index, webhook] of webhooks.entries()) {
    writeFileSync(join(folder, `webhooks/published-${index}.json`), JSON.stringify(webhook));
  }
}

/** Milliseconds of `plan`, and of `apply`. */
async function planAndApply(service: RunningService): Promise<readonly [number, number]> {
  const { baseUrl, apiRoot, variant, authToken } = service;
  const connection = { name: 'bench', baseUrl, apiRoot, variant, environment: 'test' };
  const file = { format: 'hookdesk-connections', version: 1, connections: [connection] };
  writeFileSync(installations, JSON.stringify(file));
  const options = ['--installation', 'bench', '--installations-file', installations];
  const env = { HOOKDESK_TOKEN_BENCH: authToken };
  const planned = await timeOfHookdesk(['plan', folder, ...options], env);
  const how = ['--yes', '--at-once', String(atOnce)];
  return [planned, await timeOfHookdesk(['apply', folder, ...how, ...options], env)];
}

const bareCreates = (service: RunningService): Promise<number> =>
  bareLoop(
    service,
    bodies.map((body) => [{ method: 'POST', path: '/webhook/', body }]),
    atOnce,
  );

const requestsTo = ({ baseUrl, apiRoot, authToken }: RunningService): ClientRequest[] =>
  bodies.map((body) => ({ url: `${baseUrl}${apiRoot}/webhook/`, authToken, body }));

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

function report(name: string, took: number, ours: number, limit: number): void {
  const ratio = ours / took;
  console.log(
    `  to ${name.padEnd(18)} ${ratio.toFixed(2)}   (at most ${limit}; ${inSeconds(took)})`,
  );
  if (!(ratio <= limit)) process.exitCode = 1;
}

try {
  await installClients();
  writeFolder();
  const [bare, plans, applies]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round <= rounds; round += 1) {
    const floor = await withRealService(0, latency, bareCreates);
    const [planned, applied] = await withRealService(0, latency, planAndApply);
    if (round === 0) continue;
    bare.push(floor);
    plans.push(planned);
    applies.push(applied);
  }
  const newman = await withRealService(0, latency, (service) => runNewman(requestsTo(service)));
  const bruno = await withRealService(0, latency, (service) => runBruno(requestsTo(service)));
  const [planned, applied] = [median(plans), median(applies)];
  console.log(
    `${count} creates at ${atOnce} at once, ${latency} ms latency: plan ${inSeconds(planned)}, apply ${inSeconds(applied)}`,
  );
  report('a bare undici loop', median(bare), planned + applied, limits.bare);
  report('newman', newman, planned + applied, limits.client);
  report('the Bruno CLI', bruno, planned + applied, limits.client);
} finally {
  rmSync(parent, { recursive: true });
}
