import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endGroupsOnSignals, isEnding, startGroup } from '../groups.mjs';
import { root } from '../start/start-arguments.ts';

/**
 * `npm run bench`: runs the programs of bench/ in sequence. A program is a file with a usage line.
 */
endGroupsOnSignals();
const folder = join(root, 'bench');
const programs = readdirSync(folder).filter(
  (name) =>
    name.endsWith('.ts') &&
    readFileSync(join(folder, name), 'utf8').includes(`Usage: node bench/${name}`),
);
for (const program of programs) {
  if (isEnding()) break;
  console.log(`\n${program}`);
  const { code } = await startGroup(process.execPath, [join(folder, program)], { cwd: root }).ended;
  if (code !== 0) process.exitCode = 1;
}
