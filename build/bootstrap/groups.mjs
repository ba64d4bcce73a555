/**
 * Programs that this one starts, each in a process group of its own, so that all of it can be ended:
 * its children too, and whatever they started.
 */

import { spawn, spawnSync } from 'node:child_process';
import { onNpmGone } from './ancestors.mjs';

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {import('node:child_process').SpawnOptions} SpawnOptions
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ended how a program ended
 * @typedef {{ child: ChildProcess, ended: Promise<Ended> }} Group `ended` rejects when it could not be started
 */

/** How long a program has to end by itself before it is killed, in ms. */
const GRACE = 5000;

const onWindows = process.platform === 'win32';

/** @type {Set<Group>} */
const running = new Set();

/**
 * Starts a program. When its first process ends, what is left of its group is killed.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Group}
 */
export function startGroup(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options, detached: !onWindows });
  /** @type {Promise<Ended>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(group);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      signalGroup(group, 'SIGKILL');
      running.delete(group);
      resolve({ code, signal });
    });
  });
  const group = { child, ended };
  running.add(group);
  return group;
}

/**
 * Asks a group to end, and kills it when it has not after five seconds (or `grace`).
 *
 * @param {Group} group
 * @param {NodeJS.Signals} [signal]
 * @param {number} [grace] in ms
 */
export async function endGroup(group, signal = 'SIGTERM', grace = GRACE) {
  if (!running.has(group)) return;
  signalGroup(group, signal);
  const timer = setTimeout(() => signalGroup(group, 'SIGKILL'), grace);
  await group.ended.catch(() => undefined);
  clearTimeout(timer);
}

let ending = false;

/** Whether a signal asked this program to end. */
export const isEnding = () => ending;

/**
 * From now on SIGINT, SIGTERM and SIGHUP end every group, and then this program, by the same signal:
 * so that the shell and npm see what happened. A second signal kills at once. The end of the npm that
 * runs this program counts as SIGTERM.
 *
 * @param {{ grace?: number }} [options] `grace`: see endGroup
 */
export function endGroupsOnSignals({ grace = GRACE } = {}) {
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    const again = ending;
    ending = true;
    const groups = [...running];
    if (again) {
      for (const group of groups) signalGroup(group, 'SIGKILL');
      return;
    }
    void Promise.all(groups.map((group) => endGroup(group, signal, grace))).then(() => {
      dieBy(signal);
    });
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  process.on('exit', () => {
    for (const group of running) signalGroup(group, 'SIGKILL');
  });
  onNpmGone(() => end('SIGTERM'));
}

/**
 * Ends this program as a child of it ended: with its exit code, or by its signal.
 *
 * @param {Ended} ended
 */
export function endLike({ code, signal }) {
  if (ending) return;
  if (signal !== null) dieBy(signal);
  else process.exitCode = code ?? 1;
}

/** @param {NodeJS.Signals} signal */
function dieBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** @param {Group} group @param {NodeJS.Signals} signal */
function signalGroup({ child }, signal) {
  if (child.pid === undefined) return;
  if (onWindows) {
    const force = signal === 'SIGKILL' ? ['/F'] : [];
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', ...force], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: nobody is left in the group. EPERM: macOS says so of a group of zombies.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
