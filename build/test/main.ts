import { join } from 'node:path';
import { endGroupsOnSignals, isEnding } from '../bootstrap/groups.mjs';
import { exitCodeOf, inWords } from './counts.ts';
import type { Part } from './part.ts';
import { lint } from './parts/lint.ts';
import { e2e, packaging, rules, secretService, unit } from './parts/tests.ts';
import { types } from './parts/types.ts';
import { runParts } from './run-parts.ts';
import { provide } from './system-packages.ts';
import { parseTestOptions } from './test-options.mjs';

/** For the packages of the system altogether, in ms. */
const INSTALLING = 600_000;

const root = join(import.meta.dirname, '../..');
const all: readonly Part[] = [lint, types, rules, unit, secretService, e2e, packaging];

endGroupsOnSignals();
const options = parseTestOptions(process.argv.slice(2));
if ('problem' in options) throw new Error(options.problem);
const parts = all.filter(({ name }) => options.parts.includes(name));

await provide(
  { root, signal: AbortSignal.timeout(INSTALLING) },
  parts.flatMap(({ needs = [] }) => needs),
);
const counts = await runParts(parts, {
  root,
  print: (text) => {
    console.log(text);
  },
  isEnding,
});
if (!isEnding()) {
  console.log(`\n${inWords(counts)}`);
  process.exitCode = exitCodeOf(counts);
}
