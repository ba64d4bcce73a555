import { join } from 'node:path';
import { endGroupsOnSignals, isEnding } from '../bootstrap/groups.mjs';
import { exitCodeOf, inWords } from './counts.ts';
import type { Part } from './part.ts';
import { lint } from './parts/lint.ts';
import {
  desktop,
  e2e,
  packaging,
  postgresService,
  rules,
  secretService,
  unit,
} from './parts/tests.ts';
import { types } from './parts/types.ts';
import { reportPath } from './reports/report-file.ts';
import { inLines, slowestTests } from './reports/slowest.ts';
import { runParts } from './run-parts.ts';
import { provide } from './system-packages.ts';
import { parseTestOptions, slowestCount } from './test-options.mjs';

/** Time limit for all system packages together, in ms. */
const INSTALLING = 600_000;

const root = join(import.meta.dirname, '../..');
endGroupsOnSignals();
const options = parseTestOptions(process.argv.slice(2));
if ('problem' in options) throw new Error(options.problem);
/** Parts that only read sources run concurrently; parts that start programs run alone. */
const all: readonly (readonly Part[])[] = [
  [lint, types],
  ...[
    rules,
    unit(options.all),
    postgresService,
    secretService,
    e2e(options.all),
    desktop,
    packaging,
  ].map((part) => [part]),
];
const groups = all.map((group) => group.filter(({ name }) => options.parts.includes(name)));

await provide(
  { root, signal: AbortSignal.timeout(INSTALLING) },
  groups.flat().flatMap(({ needs = [] }) => needs),
);
const counts = await runParts(groups, {
  root,
  print: (text) => {
    console.log(text);
  },
  isEnding,
});
if (!isEnding()) {
  if (options.slowest) {
    const reports = options.parts.map((part) => reportPath(root, part));
    console.log(
      ['\nSlowest tests', ...inLines(root, slowestTests(reports, slowestCount))].join('\n'),
    );
  }
  if (!options.all) console.log('\nSlow tests were left out: npm test -- --all runs them too.');
  console.log(`\n${inWords(counts)}`);
  process.exitCode = exitCodeOf(counts);
}
