import { inWords, oneFailed, sum, type Counts } from './counts.ts';
import type { Part, Result } from './part.ts';
import { howToGet, missingOf, thisDebianKind } from './requirements.ts';
import { verdictOfCrash } from './verdict.ts';

/** How often a part that goes on says so, in ms. */
const HEARTBEAT = 30_000;

export interface RunOptions {
  readonly root: string;
  readonly print: (text: string) => void;
  /** Whether to stop: a signal asked this program to end. */
  readonly isEnding: () => boolean;
}

/**
 * Runs the parts one after the other, whatever becomes of one, and prints what each counted. Of a
 * part that passes nothing else is printed.
 */
export async function runParts(parts: readonly Part[], options: RunOptions): Promise<Counts> {
  const all: Counts[] = [];
  for (const part of parts) {
    if (options.isEnding()) break;
    all.push(await runPart(part, options));
  }
  return sum(all);
}

async function runPart(part: Part, { root, print }: RunOptions): Promise<Counts> {
  const begun = Date.now();
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  print(`\n${part.name}`);
  const timeout = new AbortController();
  const limit = setTimeout(() => {
    timeout.abort();
  }, part.timeLimit * 1000);
  const heartbeat = setInterval(() => {
    print(`  … ${seconds()}`);
  }, HEARTBEAT);
  try {
    const { counts, complaints } = await attempt(part, root, timeout.signal);
    for (const complaint of complaints) print(complaint.replace(/^/gm, '  '));
    print(`  ${inWords(counts)} (${seconds()})`);
    return counts;
  } finally {
    clearTimeout(limit);
    clearInterval(heartbeat);
  }
}

async function attempt(part: Part, root: string, signal: AbortSignal): Promise<Result> {
  try {
    const missing = await missingOf(part.needs ?? []);
    if (missing.length > 0) {
      const complaint = `Not on this machine: ${howToGet(missing, thisDebianKind() !== 'other')}`;
      return { counts: oneFailed, complaints: [complaint] };
    }
    return await part.run({ root, signal });
  } catch (error) {
    return verdictOfCrash(error);
  }
}
