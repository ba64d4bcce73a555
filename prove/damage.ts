import { parseArgs } from 'node:util';
import { runDamage } from './damage/run.ts';

/**
 * Usage: npm run prove damage -- [--rounds N] [--seed S] [--file NAME]
 *
 * Damages each file of a data folder at random, N times by a flipped bit and N times by a truncation. A start must
 * tell it, or show everything as before. Exit code 1 for any finding.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string' },
  },
});
const { rounds, seed, file = null } = values;
console.log(`Seed ${seed}, ${rounds} flips and ${rounds} truncations in each file.`);
const { tallies, findings } = await runDamage({
  rounds: Number(rounds),
  seed: Number(seed),
  only: file,
  onFile: (tally, found) => {
    const { file: name, told, withoutEffect } = tally;
    const silent = found.filter(({ kind }) => kind === 'silent').length;
    const others = found.length - silent;
    console.log(
      `${name}: ${told} told, ${withoutEffect} without effect, ${silent} silent, ${others} unexpected errors`,
    );
    for (const { kind, what } of found.slice(0, 10)) console.log(`  ${kind}: ${what}`);
  },
});
const sum = (part: 'told' | 'withoutEffect'): number =>
  tallies.reduce((total, tally) => total + tally[part], 0);
console.log(
  `${tallies.length} files: ${sum('told')} told, ${sum('withoutEffect')} without effect, ${findings.length} findings. Seed ${seed}.`,
);
process.exitCode = findings.length === 0 && tallies.length > 0 ? 0 : 1;
