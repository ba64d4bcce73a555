import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { InstalledCopy } from '#core/ports.ts';

export interface CopyPlace {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** Electron's `process.resourcesPath`. */
  readonly resources: string;
  readonly executable: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const codesignMilliseconds = 5_000;

export async function installedCopy(place: CopyPlace): Promise<InstalledCopy> {
  const { isPackaged, platform, resources, executable, environment } = place;
  if (!isPackaged) return ofSources(platform, environment.HOOKDESK_UPDATE_FEED);
  return {
    isPackaged,
    platform,
    downloadPage: pageOfPackage(resources),
    packageType: packageTypeIn(resources),
    appImage: appImageOf(place),
    isPortable: environment.PORTABLE_EXECUTABLE_FILE !== undefined,
    isSigned: platform === 'darwin' && (await isSignedByDeveloper(executable)),
    macPlace: platform === 'darwin' ? macPlaceOf(executable) : null,
  };
}

/** Electron's resources are then not of Hookdesk. */
const ofSources = (platform: string, named: string | undefined): InstalledCopy => ({
  isPackaged: false,
  platform,
  downloadPage: pageOfFeed(named),
  packageType: null,
  appImage: null,
  isPortable: false,
  isSigned: false,
  macPlace: null,
});

function pageOfFeed(named: string | undefined): string | null {
  const feed = feedOf(named);
  return feed === null ? null : downloadPageOf(feed);
}

function pageOfPackage(resources: string): string | null {
  const file = join(resources, 'app-update.yml');
  return existsSync(file) ? downloadPageIn(readFileSync(file, 'utf8')) : null;
}

/** electron-builder writes this file into deb and rpm packages. */
function packageTypeIn(resources: string): string | null {
  const file = join(resources, 'package-type');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

function appImageOf({ executable, environment }: CopyPlace): InstalledCopy['appImage'] {
  const { APPIMAGE: file, APPDIR: mount } = environment;
  // A program that an AppImage starts inherits its variables.
  if (file === undefined || mount === undefined || !executable.startsWith(mount + sep)) return null;
  return [file, dirname(file)].every(isWritable) ? 'writable' : 'read-only';
}

/** The system replaces the folder `Hookdesk.app`, three levels above the program. */
function macPlaceOf(executable: string): InstalledCopy['macPlace'] {
  if (executable.includes('/AppTranslocation/')) return 'translocated';
  const bundle = dirname(dirname(dirname(executable)));
  return [bundle, dirname(bundle)].every(isWritable) ? 'writable' : 'read-only';
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // The reason makes no difference: the copy cannot be replaced.
    return false;
  }
}

/** An ad-hoc signature names no authority. */
function isSignedByDeveloper(executable: string): Promise<boolean> {
  const options = { timeout: codesignMilliseconds };
  return new Promise((resolve) => {
    execFile('/usr/bin/codesign', ['--display', '--verbose=2', executable], options, (...told) => {
      const [error, , report] = told;
      resolve(error === null && /^Authority=/m.test(report));
    });
  });
}

type Feed =
  | { readonly provider: 'github'; readonly owner: string; readonly repo: string }
  | { readonly provider: 'generic'; readonly url: string };

/** Reads the server that `HOOKDESK_UPDATE_FEED` names to a copy of the sources; `null` for none. */
export function feedOf(named: string | undefined): Feed | null {
  const [, owner, repo] = /^github:([\w-]+)\/([\w.-]+)$/.exec(named ?? '') ?? [];
  if (owner !== undefined && repo !== undefined) return { provider: 'github', owner, repo };
  const url = safePage(named);
  return url === null ? null : { provider: 'generic', url };
}

/** The page with the packages, by the flat YAML of `app-update.yml`; `null` if it names none. */
export function downloadPageIn(yaml: string): string | null {
  const { provider, owner, repo, url } = Object.fromEntries(
    [...yaml.matchAll(/^(\w+):\s*(['"]?)(.*?)\2\s*$/gm)].map(([, key = '', , value = '']) => [
      key,
      value,
    ]),
  );
  if (provider !== 'github') return safePage(url);
  if (owner === undefined || repo === undefined) return null;
  return downloadPageOf({ provider, owner, repo });
}

/** The page with the packages of a server. */
const downloadPageOf = (feed: Feed): string =>
  feed.provider === 'github' ? `https://github.com/${feed.owner}/${feed.repo}/releases` : feed.url;

/** Without https, an attacker could offer another program. */
function safePage(address: string | undefined): string | null {
  const url = URL.parse(address ?? '');
  if (url?.username !== '' || url.password !== '') return null;
  const { protocol, hostname, href } = url;
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1') ? href : null;
}
