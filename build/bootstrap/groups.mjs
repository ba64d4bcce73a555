/**
 * Starts child processes, each in its own process group, so that all descendants can be ended
 * together.
 */

import { spawn, spawnSync } from 'node:child_process';
import { onNpmGone } from './ancestors.mjs';

/**
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 * @typedef {import('node:child_process').SpawnOptions} SpawnOptions
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ended how a process ended
 * @typedef {{ child: ChildProcess, ended: Promise<Ended> }} Group `ended` rejects if a start fails
 */

/** Time between the signal and SIGKILL, in ms. */
const GRACE = 5000;

const onWindows = process.platform === 'win32';

/** @type {Set<Group>} */
const running = new Set();

/**
 * Starts a program. When its first process ends, the rest of its group is killed.
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
 * Sends a signal to a group, and kills it if it still runs after `grace`.
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

/** Whether this process has received a signal to end. */
export const isEnding = () => ending;

/**
 * From now on SIGINT, SIGTERM and SIGHUP end every group, and then this process by the same signal,
 * so that the shell and npm see the signal. A second signal kills at once. The end of the npm
 * process that started this one counts as SIGTERM.
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
 * Ends this process like its child: with the same exit code, or by the same signal.
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
    // ESRCH: the group has no processes. EPERM: macOS reports it for a group of zombies.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
