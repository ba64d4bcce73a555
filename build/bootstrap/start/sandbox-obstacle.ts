import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Facts that decide on Linux whether Chromium's sandbox can start. */
export interface SandboxFacts {
  /** The kernel refuses user namespaces to ordinary programs. */
  readonly restricted: boolean;
  /** `chrome-sandbox` beside the binary belongs to root and has mode 4755. */
  readonly setUid: boolean;
  /** The AppArmor profile of the binary; `unconfined` without one. */
  readonly profile: string;
}

/** Kernel settings under `/proc/sys` that refuse user namespaces, with the value that does. */
const restrictions = [
  // Ubuntu 23.10 and later.
  ['kernel/apparmor_restrict_unprivileged_userns', '1'],
  // Older Debian kernels and hardened ones.
  ['kernel/unprivileged_userns_clone', '0'],
  ['user/max_user_namespaces', '0'],
] as const;

/**
 * Why Electron would abort in its sandbox, with the command that repairs it; `null` when Electron can start. Source: electron#41066, electron#42510.
 */
export function sandboxObstacle(binary: string, facts: SandboxFacts): string | null {
  if (!facts.restricted || facts.setUid || facts.profile !== 'unconfined') return null;
  const helper = shellQuoted(helperOf(binary));
  return (
    'this system does not let it set up its sandbox. To allow it, run once: ' +
    `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`
  );
}

/**
 * Reads the facts about an Electron binary. Runs the binary, as a plain Node, only when the other facts
 * forbid the sandbox.
 *
 * @param settings the folder of the kernel's settings
 */
export function readSandboxFacts(binary: string, settings = '/proc/sys'): SandboxFacts {
  const restricted = restrictions.some(
    ([name, value]) => readSetting(join(settings, name)) === value,
  );
  const setUid = isSetUidRoot(statSync(helperOf(binary), { throwIfNoEntry: false }));
  const profile = restricted && !setUid ? profileOf(binary) : 'unconfined';
  return { restricted, setUid, profile };
}

/** Chromium's condition: root owns the helper, and every user may run it with root's rights. */
export function isSetUidRoot(helper: { uid: number; mode: number } | undefined): boolean {
  return helper?.uid === 0 && (helper.mode & 0o4001) === 0o4001;
}

const helperOf = (binary: string): string => join(dirname(binary), 'chrome-sandbox');

/** The value of a kernel setting; `null` for a kernel without it. */
function readSetting(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    // A file that is missing or unreadable sets no restriction.
    return null;
  }
}

/** A profile can allow user namespaces for one path; only a process of that binary reports it. */
function profileOf(binary: string): string {
  const script = "require('fs').readFileSync('/proc/self/attr/current', 'utf8').trim()";
  const { status, stdout } = spawnSync(binary, ['-p', script], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    timeout: 10_000,
  });
  if (status !== 0) return 'unconfined';
  const profile = stdout.trim();
  return profile === '' ? 'unconfined' : profile;
}

const shellQuoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
