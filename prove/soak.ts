import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Soak } from './soak/run.ts';

/**
 * Usage: npm run prove soak -- [--minutes N] [--seed S]
 *
 * Two simulated persons edit, fork, move, restore, publish, plan and undo at random on three installations, of
 * which one normalises names. A fifth of the requests fail, clocks are set, and the host is killed at named
 * crash points. The records of the installations are compared with the
 * drafts and the history. Exit code 1 for any finding.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const folder = mkdtempSync(join(tmpdir(), 'hookdesk-soak-'));
const soak = new Soak(folder, seed);
const end = performance.now() + minutes * 60_000;
let reported = 0;
try {
  await soak.open();
  for (let round = 1; performance.now() < end; round += 1) {
    await soak.round();
    const { findings } = soak.ledger;
    const left = Math.max(0, Math.round((end - performance.now()) / 1_000));
    console.log(
      `round ${round}: ${soak.requests} writes, ${soak.kills} kills, ${findings.length} findings, ${left} s left`,
    );
    for (const { kind, detail } of findings.slice(reported)) console.log(`  ${kind}: ${detail}`);
    reported = findings.length;
  }
} finally {
  await soak.close();
}
const { findings, operations } = soak.ledger;
for (const [name, count] of operations) console.log(`${count} × ${name}`);
const kinds = Map.groupBy(findings, ({ kind }) => kind);
for (const [kind, same] of kinds) console.log(`${same.length} × ${kind}`);
if (findings.length === 0) rmSync(folder, { recursive: true, force: true });
else console.log(`Seed ${seed}. The data folder is ${folder}`);
process.exitCode = findings.length === 0 ? 0 : 1;
