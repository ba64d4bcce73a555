/** Detects that npm, which started this process, has ended: npm does not signal its scripts. */

import { readFileSync } from 'node:fs';

/** Interval between checks, in ms. */
const INTERVAL = 500;

/**
 * Calls back once when npm, or the shell between npm and this process, has ended. npm sends only
 * SIGTERM, and only to that shell; without this check a script would keep running. Ignores the end
 * of other parents, for example under `nohup`.
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
 * @returns {string | null} the parent's pid; `null` if unreadable (supported only on Linux)
 */
function parentOf(pid) {
  if (process.platform !== 'linux') return null;
  try {
    // proc(5): pid (name) state ppid …; the name may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? null;
  } catch {
    // The process has just ended.
    return null;
  }
}
