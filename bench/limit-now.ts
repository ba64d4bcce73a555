import { spawnSync } from 'node:child_process';
import { median } from './median.ts';

/** Milliseconds of a bare Node process, on the machine on which the limits in milliseconds were set. */
const reference = 28;

function timeOfBareProcess(): number {
  const times = Array.from({ length: 9 }, () => {
    const begun = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    return performance.now() - begun;
  });
  return median(times);
}

/** The first one is taken before the bench. */
const samples = [timeOfBareProcess()];

/**
 * The limit on this machine as it is now. A slower machine gets more time, a faster one the same (ADR 47). Call it
 * after what is measured.
 */
export function limitNow(milliseconds: number): number {
  samples.push(timeOfBareProcess());
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  return Math.round(milliseconds * Math.max(1, mean / reference));
}
