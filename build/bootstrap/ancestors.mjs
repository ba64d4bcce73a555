/** Notices when npm, which started us, is gone: it ends without telling the programs of its scripts. */

import { readFileSync } from 'node:fs';

/** How often to look, in ms. */
const INTERVAL = 500;

/**
 * Calls back once when npm or the shell between it and us has ended. npm hands SIGTERM to that shell
 * alone, and other signals to nobody, so that without this a script would stay behind.
 * A program that npm did not start may outlive its parent, as `nohup` has it: then nothing happens.
 *
 * @param {() => void} callback
 */
export function onNpmGone(callback) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    callback();
  }, INTERVAL);
  timer.unref();
}

/**
 * @param {number} pid
 * @returns {string | null} the parent of a process; `null` where that cannot be read (not on Linux)
 */
function parentOf(pid) {
  if (process.platform !== 'linux') return null;
  try {
    // proc(5): pid (name) state ppid …; the name may hold spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? null;
  } catch {
    // It has just ended.
    return null;
  }
}
