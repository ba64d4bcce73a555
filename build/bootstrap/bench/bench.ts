import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bundleIfStale } from '../../bundle/bundle.ts';
import { endGroupsOnSignals, isEnding, startGroup } from '../groups.mjs';
import { root } from '../start/start-arguments.ts';
import { holdsInTwoOfThree } from './two-of-three.ts';

const folder = join(root, 'bench');

/** The programs of bench/ by name, with the first sentence of their docstring. A program has a usage line. */
const programs = new Map<string, string>();
/** Names of those that measure the bundles, so that outdated ones are made again. */
const needBundles = new Set<string>();
for (const file of readdirSync(folder)) {
  const text = readFileSync(join(folder, file), 'utf8');
  const about = /^\/\*\*\n([^]*?) \* Usage: node bench\//.exec(text)?.[1];
  const [sentence] = about?.replaceAll(/\s*^ \* ?/gm, ' ').split(/(?<=\.)\s/) ?? [];
  if (sentence === undefined) continue;
  programs.set(basename(file, '.ts'), sentence.trim());
  if (text.includes('npm run build)')) needBundles.add(basename(file, '.ts'));
}

const usage = [
  'Usage: npm run bench [NAME [OPTIONS]]',
  '',
  'Runs one bench, or all in sequence. A bench that exceeds a limit is measured twice more.',
  'The exit code is 1 when one exceeds a limit twice.',
  '',
  ...[...programs].map(([name, about]) => `  ${name.padEnd(22)}${about}`),
].join('\n');

async function run(name: string, options: readonly string[] = []): Promise<void> {
  console.log(`\n${name}`);
  if (needBundles.has(name)) await bundleIfStale();
  const command = [join(folder, `${name}.ts`), ...options];
  const measure = async (): Promise<boolean> =>
    (await startGroup(process.execPath, command, { cwd: root }).ended).code === 0;
  const begun = performance.now();
  if (!(await holdsInTwoOfThree(measure, isEnding))) process.exitCode = 1;
  console.log(`  in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
}

/** `npm run bench [NAME [OPTIONS]]`. */
const [name, ...options] = process.argv.slice(2);
if (name === '--help' || name === '-h') console.log(usage);
else if (name !== undefined && !programs.has(name)) {
  console.error(`There is no bench “${name}”.\n\n${usage}`);
  process.exitCode = 2;
} else {
  endGroupsOnSignals();
  if (name !== undefined) await run(name, options);
  else for (const each of programs.keys()) if (!isEnding()) await run(each);
}
