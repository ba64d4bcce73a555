import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { electronPackage, findElectron } from '../bootstrap/start/electron-binary.ts';

/** A program of the system that some part cannot do without. */
export interface Requirement {
  readonly program: string;
  /** Packages that bring it on Debian. */
  readonly debian: readonly string[];
  /** Whether it is there, where looking on the path is not the way to find out. */
  readonly isThere?: () => Promise<boolean>;
  /** How to get it elsewhere, where a package manager is not the way. */
  readonly otherwise?: string;
}

/** With its headless shell. Playwright brings its own where the system has none. */
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

/** What commands that people copy are run with. */
export const curl: Requirement = { program: 'curl', debian: ['curl'] };

/** Other people's programs that ours are tried against, where they are easily had: shells, and age. */
export const peers: readonly Requirement[] =
  thisDebianKind() === 'debian'
    ? ['zsh', 'busybox', 'age'].map((program) => ({ program, debian: [program] }))
    : [];

/** A display for Electron, where its program is. */
export const xvfb: Requirement = {
  program: 'xvfb-run',
  debian: ['xvfb', 'xauth'],
  isThere: () => Promise.resolve(!needsXvfb() || isOnPath('xvfb-run', process.env.PATH)),
};

/** Whether the window of Electron will be tested, and on a display of its own. */
export function needsXvfb(): boolean {
  if (process.platform !== 'linux') return false;
  return findElectron(electronPackage(), process.env.ELECTRON_OVERRIDE_DIST_PATH) !== null;
}

const gnomeKeyring: Requirement = {
  program: 'gnome-keyring-daemon',
  debian: ['gnome-keyring'],
};
const dbus: Requirement = { program: 'dbus-run-session', debian: ['dbus'] };
/** The tool needs the library that keytar needs. */
const libsecret: Requirement = {
  program: 'secret-tool',
  debian: ['libsecret-1-0', 'libsecret-tools'],
};
const gdbus: Requirement = { program: 'gdbus', debian: ['libglib2.0-bin'] };

/** What a Secret Service of one's own takes; there is none but on Linux. */
export const secretServiceNeeds: readonly Requirement[] =
  process.platform === 'linux' ? [gnomeKeyring, dbus, libsecret, gdbus] : [];

/** Which of these are not there. */
export async function missingOf(needed: readonly Requirement[]): Promise<Requirement[]> {
  const there = await Promise.all(
    needed.map(async ({ program, isThere }) =>
      isThere === undefined ? isOnPath(program, process.env.PATH) : isThere(),
    ),
  );
  return [...new Set(needed.filter((_, index) => there[index] === false))];
}

/** Whether a program can be found on the path and executed. */
export function isOnPath(program: string, path: string | undefined): boolean {
  return (path ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      // Not in this folder, whatever the reason.
      return false;
    }
  });
}

/** What to type to get these. */
export function howToGet(missing: readonly Requirement[], isDebianLike: boolean): string {
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
 * Which Debian this is: itself, or one that is made from it.
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
