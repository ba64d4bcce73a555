import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { configuration } from '../package/configuration.ts';
import { releaseProblems } from '../package/release.ts';
import { channelOf } from '../package/update-feed.ts';
import { releaseNotes } from './release-notes.ts';

/** `node build/ci/release-check.ts TAG`: checks a release and writes `release-notes.md`. */
const [tag] = process.argv.slice(2);
if (tag === undefined) throw new Error('Which tag? node build/ci/release-check.ts TAG');
const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const versionOf = (name: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(read(name))).version;

const version = versionOf('package.json');
const { notes, problems } = releaseNotes({
  tag,
  version,
  locked: versionOf('package-lock.json'),
  changelog: read('CHANGELOG.md'),
});
problems.push(...releaseProblems(configuration));
try {
  channelOf(version);
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error));
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else writeFileSync('release-notes.md', notes);
