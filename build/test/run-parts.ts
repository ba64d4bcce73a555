import { inWords, oneFailed, sum, type Counts } from './counts.ts';
import type { Part, Result } from './part.ts';
import { installHint, missingOf, thisDebianKind } from './requirements.ts';
import { verdictOfCrash } from './verdict.ts';

/** Interval of the progress messages, in ms. */
const HEARTBEAT = 30_000;

export interface RunOptions {
  readonly root: string;
  readonly print: (text: string) => void;
  /** Whether a signal asked this program to end. */
  readonly isEnding: () => boolean;
}

/**
 * Runs groups of parts one after the other, and the parts of a group concurrently. Continues after
 * failures. Prints the counts of each part, and more only of failed ones.
 */
export async function runParts(
  groups: readonly (readonly Part[])[],
  options: RunOptions,
): Promise<Counts> {
  const all: Counts[] = [];
  for (const group of groups) {
    if (options.isEnding()) break;
    if (group.length > 0) all.push(...(await runGroup(group, options)));
  }
  return sum(all);
}

async function runGroup(group: readonly Part[], { root, print }: RunOptions): Promise<Counts[]> {
  const begun = Date.now();
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  print(`\n${group.map(({ name }) => name).join(', ')}`);
  const heartbeat = setInterval(() => {
    print(`  … ${seconds()}`);
  }, HEARTBEAT);
  try {
    return await Promise.all(
      group.map(async (part) => {
        const { counts, complaints } = await runPart(part, root);
        for (const complaint of complaints) print(complaint.replace(/^/gm, '  '));
        const whose = group.length > 1 ? `${part.name}: ` : '';
        print(`  ${whose}${inWords(counts)} (${seconds()})`);
        return counts;
      }),
    );
  } finally {
    clearInterval(heartbeat);
  }
}

async function runPart(part: Part, root: string): Promise<Result> {
  const timeout = new AbortController();
  const limit = setTimeout(() => {
    timeout.abort();
  }, part.timeLimit * 1000);
  try {
    return await attempt(part, root, timeout.signal);
  } finally {
    clearTimeout(limit);
  }
}

async function attempt(part: Part, root: string, signal: AbortSignal): Promise<Result> {
  try {
    const missing = await missingOf(part.needs ?? []);
    if (missing.length > 0) {
      const complaint = `Not on this machine: ${installHint(missing, thisDebianKind() !== 'other')}`;
      return { counts: oneFailed, complaints: [complaint] };
    }
    return await part.run({ root, signal });
  } catch (error) {
    return verdictOfCrash(error);
  }
}
