/**
 * Measures a comparison of 20 installations of 1,000 webhooks, from the snapshots to the matrix.
 * The time is a ratio to a bare loop that decodes all webhooks and compares each as JSON. Every
 * tenth webhook differs. After a warm-up both alternate, and their medians are compared. Also
 * prints the longest time for which the comparison blocks the event loop.
 *
 * Usage: node bench/compare-20.ts [INSTALLATIONS] [WEBHOOKS]
 * Exit code 1 if the limit is exceeded.
 */
import { systemClock } from '#adapters/clock/clock.ts';
import { emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { longestTurn } from './longest-turn.ts';
import { median } from './median.ts';

const limit = 3;
const installations = Number(process.argv[2] ?? 20);
const webhooks = Number(process.argv[3] ?? 1_000);
const rounds = 5;

const webhookOf = (id: number, installation: number): Webhook => ({
  ...emptyDefinition('B'),
  name: `Payments ${id} – on call`,
  url: `https://hooks.example/services/${(id + installation) % 10 === 0 ? installation : 'ops'}/${id}`,
  headers: [
    { id: id * 2, name: 'Content-Type', value: 'application/json' },
    { id: id * 2 + 1, name: 'Authorization', value: `Bearer ${id % 9}-of-the-team` },
  ],
  payloadTemplate: `{"text": "%AlertName% ${Math.floor(id / 10)}", "more": "${'x'.repeat(280)}"}`,
  id,
  unreported: [],
  unknown: {},
});

const ports = { ...fakePorts(), clock: systemClock };
const { snapshots, comparisons } = createTestCore(ports);
const ids = Array.from({ length: installations + 1 }, (_, index) => `installation ${index}`);
for (const [index, id] of ids.entries()) {
  const list = Array.from({ length: webhooks }, (_, at) => webhookOf(at + 1, index));
  snapshots.replaceList(id, new Date(), list);
}
const [referenceId = '', ...otherIds] = ids;
const reference = { kind: 'installation' as const, connectionId: referenceId };
ports.settings.saved = ids.map((id) => ({ ...blankConnection, id, name: id, practice: false }));

async function compared(): Promise<number> {
  const begun = performance.now();
  let differing = 0;
  for await (const event of comparisons.open({ reference, otherIds, ignoredParts: [] })) {
    if (event.kind === 'rows')
      differing += event.rows.filter(({ cells }) => cells.length > 0).length;
  }
  if (differing === 0) throw new Error('No webhook differs.');
  return performance.now() - begun;
}

function floor(): number {
  const begun = performance.now();
  const textsOf = (id: string): string[] =>
    [...(snapshots.get(id)?.webhooks.values() ?? [])].map(({ name, url, headers, ...rest }) =>
      JSON.stringify([name, url, headers, rest]),
    );
  const reference = textsOf(referenceId);
  let differing = 0;
  for (const id of otherIds) {
    for (const [index, text] of textsOf(id).entries())
      if (text !== reference[index]) differing += 1;
  }
  if (differing === 0) throw new Error('No webhook differs.');
  return performance.now() - begun;
}

const plain: number[] = [];
const ours: number[] = [];
for (let round = 0; round <= rounds; round += 1) {
  const floorTook = floor();
  const took = await compared();
  if (round === 0) continue;
  plain.push(floorTook);
  ours.push(took);
}
const ratio = median(ours) / median(plain);
const turn = await longestTurn(compared);
console.log(
  `${installations} installations of ${webhooks} webhooks: ${median(ours).toFixed(0)} ms, ${ratio.toFixed(2)} times a bare loop (${median(plain).toFixed(0)} ms; at most ${limit}), longest turn ${turn.toFixed(0)} ms`,
);
if (!(ratio <= limit)) process.exitCode = 1;
