import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { electronPackage, findElectron } from '../bootstrap/start/electron-binary.ts';

/** A system program that a part requires. */
export interface Requirement {
  readonly program: string;
  /** Debian packages that contain it. */
  readonly debian: readonly string[];
  /** Whether it is available; by default, the path is searched. */
  readonly isThere?: () => Promise<boolean>;
  /** Called before Debian's packages are installed. */
  readonly beforeInstall?: () => void;
  /** How to install it where no package manager can. */
  readonly otherwise?: string;
}

/** With its headless shell. Playwright installs its own if the system has none. */
export const chromium: Requirement = {
  program: 'chromium',
  debian: ['chromium', 'chromium-headless-shell'],
  isThere: async () => {
    if (['chromium', 'chromium-headless-shell'].every((name) => existsSync(`/usr/bin/${name}`)))
      return true;
    const playwright = await import('@playwright/test');
    return existsSync(playwright.chromium.executablePath());
  },
  otherwise: 'npx playwright install chromium',
};

/** Runs the commands that users copy. */
export const curl: Requirement = { program: 'curl', debian: ['curl'] };

/** Programs that tests compare with ours, if Debian has them: shells, and age. */
export const peers: readonly Requirement[] =
  thisDebianKind() === 'debian'
    ? ['zsh', 'busybox', 'age'].map((program) => ({ program, debian: [program] }))
    : [];

/** A PostgreSQL server. Tests start their own, so its package creates no cluster. */
export const postgres: Requirement = {
  program: 'postgres',
  debian: ['postgresql'],
  // Debian has the server outside the path.
  isThere: () =>
    Promise.resolve(existsSync('/usr/lib/postgresql') || isOnPath('postgres', process.env.PATH)),
  beforeInstall() {
    const folder = '/etc/postgresql-common/createcluster.d';
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'hookdesk-tests.conf'), 'create_main_cluster = false\n');
  },
};

/** A display for Electron, if its binary is available. */
export const xvfb: Requirement = {
  program: 'xvfb-run',
  debian: ['xvfb', 'xauth'],
  isThere: () => Promise.resolve(!needsXvfb() || isOnPath('xvfb-run', process.env.PATH)),
};

/** Whether tests open Electron's window, on a separate display. */
export function needsXvfb(): boolean {
  if (process.platform !== 'linux') return false;
  return findElectron(electronPackage(), process.env.ELECTRON_OVERRIDE_DIST_PATH) !== null;
}

const gnomeKeyring: Requirement = {
  program: 'gnome-keyring-daemon',
  debian: ['gnome-keyring'],
};
const dbus: Requirement = { program: 'dbus-run-session', debian: ['dbus'] };
/** secret-tool needs the same library as keytar. */
const libsecret: Requirement = {
  program: 'secret-tool',
  debian: ['libsecret-1-0', 'libsecret-tools'],
};
const gdbus: Requirement = { program: 'gdbus', debian: ['libglib2.0-bin'] };

/** The requirements of a separate Secret Service, which exists only on Linux. */
export const secretServiceNeeds: readonly Requirement[] =
  process.platform === 'linux' ? [gnomeKeyring, dbus, libsecret, gdbus] : [];

/** Returns the unavailable requirements, without duplicates. */
export async function missingOf(needed: readonly Requirement[]): Promise<Requirement[]> {
  const there = await Promise.all(
    needed.map(async ({ program, isThere }) =>
      isThere === undefined ? isOnPath(program, process.env.PATH) : isThere(),
    ),
  );
  return [...new Set(needed.filter((_, index) => there[index] === false))];
}

/** Whether a folder of the path has an executable program of this name. */
export function isOnPath(program: string, path: string | undefined): boolean {
  return (path ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      // Not executable in this folder.
      return false;
    }
  });
}

/** The command that installs the missing programs. */
export function installHint(missing: readonly Requirement[], isDebianLike: boolean): string {
  const programs = missing.map(({ program }) => program).join(', ');
  if (isDebianLike) {
    const packages = missing.flatMap(({ debian }) => debian).join(' ');
    return `${programs}: sudo apt-get install --no-install-recommends ${packages}`;
  }
  const own = missing.flatMap(({ otherwise = [] }) => otherwise);
  return [`${programs}: install them with the package manager of this system`, ...own].join(
    ', or: ',
  );
}

/**
 * Whether a Linux is Debian, derived from Debian, or another one.
 *
 * @param release the text of /etc/os-release, os-release(5)
 */
export function debianKind(release: string): 'debian' | 'derived' | 'other' {
  const value = (key: string) =>
    new RegExp(`^${key}="?([^"\\n]*)"?$`, 'm').exec(release)?.[1]?.split(' ') ?? [];
  if (value('ID').includes('debian')) return 'debian';
  return value('ID_LIKE').includes('debian') ? 'derived' : 'other';
}

/** The kind of this system. */
export function thisDebianKind(): 'debian' | 'derived' | 'other' {
  const file = '/etc/os-release';
  return existsSync(file) ? debianKind(readFileSync(file, 'utf8')) : 'other';
}
