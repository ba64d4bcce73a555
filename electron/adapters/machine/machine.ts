import { type Dirent, readdirSync, statSync } from 'node:fs';
import { arch, release, type, userInfo } from 'node:os';
import { join, relative, sep } from 'node:path';
import type { CrashReport, Machine, MachineFacts } from '#core/ports.ts';
import { logPath } from '../log/host-log.ts';
import { hasErrorCode } from '../error-code.ts';

export const createMachine = (dataFolder: string, showLog: Machine['showLog']): Machine => ({
  ...machineFacts(),
  person,
  log: logPath(dataFolder),
  crashReports: () => crashReportsIn(dataFolder),
  showLog,
});

const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'];

/** Only names of proxy variables: their values may contain passwords. */
export function machineFacts(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  args: readonly string[] = process.argv,
): MachineFacts {
  // Electron's types promise its version, but the host also runs on Node.
  const versions: Readonly<Record<string, string | undefined>> = process.versions;
  const { electron } = versions;
  return {
    system: `${type()} ${release()}, ${arch()}`,
    runtime: [
      ...(electron === undefined ? [] : [`Electron ${electron}`]),
      `Node ${process.versions.node}`,
    ].join(', '),
    proxyVariables: proxyVariables
      .flatMap((name) => [name, name.toLowerCase()])
      .filter((name) => (environment[name] ?? '') !== ''),
    // The AppImage adds the option where the system has no user namespaces; Electron reads the variable.
    withoutSandbox:
      args.includes('--no-sandbox') || environment.ELECTRON_DISABLE_SANDBOX !== undefined,
  };
}

export function personOf(
  ask: () => { readonly username: string } = userInfo,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const names = [usernameOrEmpty(ask), environment.USER, environment.USERNAME];
  return names.find((name) => name !== undefined && name !== '') ?? 'unknown';
}

let name: string | undefined;

/** Cached, because the system may ask a server. */
const person = (): string => (name ??= personOf());

/** Node throws for a user without an account entry, as in containers. */
function usernameOrEmpty(ask: () => { readonly username: string }): string {
  try {
    return ask().username;
  } catch {
    return '';
  }
}

export const crashFolder = (dataFolder: string): string => join(dataFolder, 'crashes');

function crashReportsIn(dataFolder: string): CrashReport[] {
  return entriesOf(crashFolder(dataFolder))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
    .flatMap((entry) => reportAt(dataFolder, join(entry.parentPath, entry.name)))
    .sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Recursive, for Crashpad's folders `completed`, `pending`, `new` and `reports`. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (!hasErrorCode(error)) throw error;
    return [];
  }
}

function reportAt(dataFolder: string, path: string): CrashReport[] {
  try {
    const { mtime, size } = statSync(path);
    const file = relative(dataFolder, path).split(sep).join('/');
    return [{ file, at: mtime, bytes: size }];
  } catch (error) {
    // Crashpad moves its files at any time.
    if (!hasErrorCode(error)) throw error;
    return [];
  }
}
