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

/** How many times as long as on that machine a process takes now. At least 1: a faster machine gets no less time. */
function slowness(): number {
  samples.push(timeOfBareProcess());
  const mean = samples.reduce((sum, each) => sum + each, 0) / samples.length;
  return Math.max(1, mean / reference);
}

/** The limit on this machine as it is now (ADR 47). Call it after what is measured. */
export const limitNow = (milliseconds: number): number => Math.round(milliseconds * slowness());

/**
 * The limit of a ratio to something that waits for most of its time, for an answer or the next key. Only what is above
 * 1 is work, and follows the machine (ADR 55, 56). Call it after what is measured.
 */
export const ratioNow = (ratio: number): number => 1 + (ratio - 1) * slowness();
