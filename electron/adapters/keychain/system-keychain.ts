import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Keychain, KeychainEvent, KeychainFinding } from '#core/vault-ports.ts';
import { timedOut, withTimeout } from '#core/with-timeout.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { systemClock } from '../clock/clock.ts';
import { replaceFile } from '../data-folder/durable-file.ts';
import { makeFolder } from '../data-folder/usual-data-folder.ts';
import { readOwnFileIfThere } from '../data-folder/own-file.ts';
import { hasErrorCode } from '../error-code.ts';

export interface SystemKeychainOptions {
  readonly directory: string;
  readonly service?: string;
  readonly load?: LoadKeychainLibrary;
  /** Whether the data folder goes from computer to computer, which a keychain does not. */
  readonly isPortable?: boolean;
  /** Milliseconds before a `waiting` event. */
  readonly timeLimit?: number;
}

const probeName = 'probe';

/** A call that the keychain refused, with what a probe shows after it. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly finding: KeychainFinding;
  constructor(finding: KeychainFinding) {
    super();
    this.finding = finding;
  }
}

/** The keychain of the system, through keytar. */
export class SystemKeychain implements Keychain {
  readonly label = keychainLabel(process.platform, process.env);
  readonly #directory: string;
  readonly #service: string;
  readonly #load: LoadKeychainLibrary;
  readonly #isPortable: boolean;
  readonly #queue: CallQueue;
  #report: (event: KeychainEvent) => void = () => undefined;
  #library: KeychainLibrary | null = null;
  #folderId: string | null = null;
  #probing: Promise<KeychainFinding> | null = null;

  constructor(options: SystemKeychainOptions) {
    const { directory, service = 'Hookdesk', load = loadKeytar, timeLimit = 2_000 } = options;
    this.#directory = directory;
    this.#service = service;
    this.#isPortable = options.isPortable ?? false;
    this.#load = this.#isPortable ? noLibrary : load;
    this.#queue = new CallQueue(timeLimit, () => {
      this.#report({ kind: 'waiting' });
    });
  }

  watch(listener: (event: KeychainEvent) => void): void {
    this.#report = listener;
  }

  probe(): Promise<KeychainFinding> {
    this.#probing ??= this.#queue
      .run(() => this.#probeAndReport(), null)
      .finally(() => {
        this.#probing = null;
      });
    return this.#probing;
  }

  get(name: string, limit: number): Promise<string | null> {
    return this.#call('read', name, limit, async (library, account) => {
      const secret = await library.getPassword(this.#service, account);
      return { result: secret, isSure: secret !== null };
    });
  }

  set(name: string, secret: string, limit: number): Promise<void> {
    return this.#call('keep', name, limit, async (library, account) => {
      await library.setPassword(this.#service, account, secret);
      return { result: undefined, isSure: true };
    });
  }

  clear(name: string, limit: number): Promise<void> {
    return this.#call('delete', name, limit, async (library, account) => {
      const wasThere = await library.deletePassword(this.#service, account);
      return { result: undefined, isSure: wasThere };
    });
  }

  async close(limit: number): Promise<void> {
    await this.#queue.idle(limit);
  }

  /** Checks the keychain after a failure or "not found", because a locked keychain answers the same. */
  async #call<Result>(
    verb: Verb,
    name: string,
    limit: number,
    work: Work<Result>,
  ): Promise<Result> {
    const turn = async (): Promise<Result> => {
      const outcome = await this.#tryCall(name, work);
      const finding =
        outcome?.isSure === true ? this.#reportFinding(openFinding) : await this.#probeAndReport();
      if (outcome === null || finding.kind !== 'open') throw new Refused(finding);
      return outcome.result;
    };
    try {
      return await this.#queue.run(turn, limit);
    } catch (error) {
      if (error instanceof CallTimeout) throw notAnswered(this.label, verb, limit, error.begun);
      if (error instanceof Refused) throw keychainRefused(this.label, verb, error.finding);
      throw error;
    }
  }

  /** Returns `null` on failure. Drops the library's message, which may contain anything. */
  async #tryCall<Result>(name: string, work: Work<Result>): Promise<Outcome<Result> | null> {
    try {
      return await work(await this.#loadOnce(), this.#account(name));
    } catch {
      return null;
    }
  }

  async #probeAndReport(): Promise<KeychainFinding> {
    return this.#reportFinding(await this.#finding());
  }

  #reportFinding(finding: KeychainFinding): KeychainFinding {
    this.#report(finding);
    return finding;
  }

  async #finding(): Promise<KeychainFinding> {
    let library: KeychainLibrary;
    try {
      library = await this.#loadOnce();
    } catch {
      return this.#findingOf(this.#isPortable ? 'portable' : 'no-library');
    }
    try {
      const status = await keychainStatus(library, this.#service, this.#account(probeName));
      return status === 'open' ? openFinding : this.#findingOf(status);
    } catch {
      return this.#findingOf('no-folder');
    }
  }

  #findingOf(problem: KeychainProblem): KeychainFinding {
    const reason = problemInWords(problem, process.platform, this.label);
    return { kind: problem === 'locked' ? 'locked' : 'absent', reason };
  }

  async #loadOnce(): Promise<KeychainLibrary> {
    return (this.#library ??= await this.#load());
  }

  #account(name: string): string {
    this.#folderId ??= folderId(this.#directory);
    return `${this.#folderId}/${name}`;
  }
}

const noLibrary: LoadKeychainLibrary = () => Promise.reject(new Error('portable'));
const openFinding = { kind: 'open' } as const;

interface Outcome<Result> {
  readonly result: Result;
  /** Whether the result proves that the keychain is open. */
  readonly isSure: boolean;
}

type Work<Result> = (library: KeychainLibrary, account: string) => Promise<Outcome<Result>>;

/** Writes, reads and deletes a secret: reading alone cannot tell a locked keychain from an empty one. */
async function keychainStatus(
  library: KeychainLibrary,
  service: string,
  account: string,
): Promise<'open' | 'locked' | 'no-answer'> {
  const secret = randomBytes(16).toString('hex');
  try {
    await library.setPassword(service, account, secret);
    const readBack = await library.getPassword(service, account);
    await library.deletePassword(service, account);
    return readBack === secret ? 'open' : 'locked';
  } catch {
    // The library's message is localized, so it is not evaluated.
    return library.getPassword(service, account).then(
      () => 'locked',
      () => 'no-answer',
    );
  }
}

type Verb = 'read' | 'keep' | 'delete';

const participle = { read: 'read', keep: 'kept', delete: 'deleted' } as const;

/** @param limit milliseconds */
function notAnswered(label: string, verb: Verb, limit: number, begun: boolean): ProblemError {
  // A call that has reached the keychain cannot be cancelled.
  const later =
    begun && verb !== 'read'
      ? `The secret may still be ${participle[verb]} when you unlock the keychain.`
      : 'The keychain was not changed.';
  return plainError(
    'vault-locked',
    `${label} did not respond within ${limit / 1_000} s and may show a password prompt.`,
    `Unlock it, then try again. ${later}`,
  );
}

function keychainRefused(label: string, verb: Verb, finding: KeychainFinding): ProblemError {
  const done = participle[verb];
  if (finding.kind === 'open') {
    return plainError(
      'vault-failed',
      `${label} refused to ${verb} this secret.`,
      'Check the Hookdesk entries in the keychain program. Nothing was changed.',
    );
  }
  return plainError(
    'vault-locked',
    `The secret could not be ${done}. ${finding.reason}`,
    'Then try again. The keychain was not changed.',
  );
}

export function keychainLabel(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (platform === 'darwin') return 'macOS Keychain';
  if (platform === 'win32') return 'Windows Credential Manager';
  const desktop = environment.XDG_CURRENT_DESKTOP ?? '';
  const isGnome =
    environment.GNOME_KEYRING_CONTROL !== undefined ||
    /\b(?:GNOME|Unity|X-Cinnamon|Cinnamon|XFCE|MATE|Budgie|Pantheon)\b/i.test(desktop);
  return isGnome ? 'GNOME Keyring' : 'Secret Service';
}

type KeychainProblem = 'portable' | 'no-library' | 'no-folder' | 'no-answer' | 'locked';

function problemInWords(
  problem: KeychainProblem,
  platform: NodeJS.Platform,
  label: string,
): string {
  const isLinux = platform !== 'darwin' && platform !== 'win32';
  switch (problem) {
    case 'portable':
      return `This copy is portable, and ${label} stays on its computer. Use a passphrase.`;
    case 'no-library':
      return isLinux
        ? 'The keychain library libsecret is missing. Install libsecret-1-0 and a keychain such as GNOME Keyring, then start Hookdesk again.'
        : `The part of Hookdesk that reaches ${label} is missing. Install Hookdesk again.`;
    case 'no-folder':
      return 'The data folder cannot be written to, so its keychain name could not be saved. Check the permissions of the folder, then check for a keychain again.';
    case 'no-answer':
      return isLinux
        ? 'No keychain is available in this session. Install a Secret Service such as GNOME Keyring, check that D-Bus is running, then check for a keychain again.'
        : `${label} refused access. Allow Hookdesk to use it, then check for a keychain again.`;
    case 'locked':
      return `${label} is locked, or its password prompt was dismissed. Unlock it, then check for a keychain again.`;
  }
}

/** A call that has begun continues: a keychain call cannot be cancelled. */
class CallTimeout extends Error {
  override readonly name = 'TookTooLong';
  readonly begun: boolean;
  constructor(begun: boolean) {
    super();
    this.begun = begun;
  }
}

let runningCalls = 0;
// A thread that waits for the keychain would keep the process alive.
process.once('exit', (code) => {
  if (runningCalls > 0) endWithThreads(code);
});

/** Another program in this process ends its threads, and exits with the code. SIGKILL has no code. */
function endWithThreads(code: number): void {
  const shell = '/bin/sh';
  const isPlainNode = !('electron' in process.versions);
  if (isPlainNode && existsSync(shell)) process.execve?.(shell, ['sh', '-c', `exit ${code}`], {});
  process.kill(process.pid, 'SIGKILL');
}

/** One call at a time: each blocks a thread of Node's small pool while the keychain asks the user. */
class CallQueue {
  readonly #timeLimit: number;
  readonly #onSlow: () => void;
  readonly #calls = pLimit(1);

  /** @param timeLimit milliseconds of one call before `onSlow` */
  constructor(timeLimit: number, onSlow: () => void) {
    this.#timeLimit = timeLimit;
    this.#onSlow = onSlow;
  }

  /** @param limit milliseconds, including the wait in the queue; `null` for none. @throws CallTimeout */
  async run<Result>(work: () => Promise<Result>, limit: number | null): Promise<Result> {
    const call = { hasBegun: false, isGivenUp: false };
    const turn = this.#calls(() => {
      // The caller has given up: a secret must not change late.
      if (call.isGivenUp) throw new CallTimeout(false);
      call.hasBegun = true;
      return this.#runWatched(work);
    });
    if (limit === null) return turn;
    const result = await withTimeout(systemClock, turn, limit);
    if (result !== timedOut) return result;
    call.isGivenUp = true;
    throw new CallTimeout(call.hasBegun);
  }

  /** Resolves when no call runs or waits. @param limit milliseconds */
  async idle(limit: number): Promise<void> {
    const lastCall = this.#calls(() => null);
    await withTimeout(systemClock, lastCall, limit);
  }

  async #runWatched<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(this.#onSlow, this.#timeLimit);
    runningCalls += 1;
    try {
      return await work();
    } finally {
      runningCalls -= 1;
      clearTimeout(timer);
    }
  }
}

/**
 * Random and stored in the folder: folders share no secrets, and a moved folder keeps its own. The copy has a
 * checksum, because a damaged id would hide all secrets.
 */
function folderId(directory: string): string {
  const path = join(directory, 'keychain-id');
  const copyPath = join(directory, 'keychain-id.copy');
  const stored = readText(path);
  const copy = checkedId(readText(copyPath));
  const id = copy ?? (stored === '' ? randomUUID() : stored);
  if (stored !== id) {
    makeFolder(directory);
    replaceFile(path, id);
  }
  if (copy === null) keepCopy(copyPath, id);
  return id;
}

/** Without room, the next start makes the copy. */
function keepCopy(path: string, id: string): void {
  try {
    replaceFile(path, withChecksum(id));
  } catch (error) {
    if (!hasErrorCode(error)) throw error;
  }
}

const withChecksum = (id: string): string =>
  `${id} ${createHash('sha256').update(id).digest('hex')}`;

function checkedId(text: string): string | null {
  const [id = ''] = text.split(' ');
  return id !== '' && text === withChecksum(id) ? id : null;
}

const readText = (path: string): string => readOwnFileIfThere(path)?.toString().trim() ?? '';

/** The part of keytar that is used. Never use its `findCredentials`: it can crash on a locked keychain. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export type LoadKeychainLibrary = () => Promise<KeychainLibrary>;

/** Dynamic import, because the native part may be missing, such as without libsecret on Linux. */
const loadKeytar: LoadKeychainLibrary = async () => {
  const { default: keytar } = await import('keytar');
  return keytar;
};
