import { randomBytes } from 'node:crypto';
import type { Keychain, KeychainEvent, KeychainFinding } from '#core/vault-ports.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';
import { CallQueue, CallTimeout } from './call-queue.ts';
import { folderId } from './folder-id.ts';
import { type KeychainLibrary, type LoadKeychainLibrary, loadKeytar } from './keychain-library.ts';

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

class Refused extends Error {
  override readonly name = 'Refused';
  readonly finding: KeychainFinding;
  constructor(finding: KeychainFinding) {
    super();
    this.finding = finding;
  }
}

export class SystemKeychain implements Keychain {
  readonly label = keychainLabel(process.platform, process.env);
  readonly #directory: string;
  readonly #service: string;
  readonly #load: LoadKeychainLibrary;
  readonly #isPortable: boolean;
  readonly #queue: CallQueue;
  #tell: (news: KeychainEvent) => void = () => undefined;
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
      this.#tell({ kind: 'waiting' });
    });
  }

  watch(listener: (news: KeychainEvent) => void): void {
    this.#tell = listener;
  }

  probe(): Promise<KeychainFinding> {
    this.#probing ??= this.#queue
      .run(() => this.#look(), null)
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
      const done = await this.#tried(name, work);
      const finding = done?.isSure === true ? this.#told(open) : await this.#look();
      if (done === null || finding.kind !== 'open') throw new Refused(finding);
      return done.result;
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
  async #tried<Result>(name: string, work: Work<Result>): Promise<Outcome<Result> | null> {
    try {
      return await work(await this.#loaded(), this.#account(name));
    } catch {
      return null;
    }
  }

  async #look(): Promise<KeychainFinding> {
    return this.#told(await this.#finding());
  }

  #told(finding: KeychainFinding): KeychainFinding {
    this.#tell(finding);
    return finding;
  }

  async #finding(): Promise<KeychainFinding> {
    let library: KeychainLibrary;
    try {
      library = await this.#loaded();
    } catch {
      return this.#inTrouble(this.#isPortable ? 'portable' : 'no-library');
    }
    try {
      const status = await keychainStatus(library, this.#service, this.#account(probeName));
      return status === 'open' ? open : this.#inTrouble(status);
    } catch {
      return this.#inTrouble('no-folder');
    }
  }

  #inTrouble(trouble: Trouble): KeychainFinding {
    const reason = troubleInWords(trouble, process.platform, this.label);
    return { kind: trouble === 'locked' ? 'locked' : 'absent', reason };
  }

  async #loaded(): Promise<KeychainLibrary> {
    return (this.#library ??= await this.#load());
  }

  #account(name: string): string {
    this.#folderId ??= folderId(this.#directory);
    return `${this.#folderId}/${name}`;
  }
}

const noLibrary: LoadKeychainLibrary = () => Promise.reject(new Error('portable'));
const open = { kind: 'open' } as const;

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
    const read = await library.getPassword(service, account);
    await library.deletePassword(service, account);
    return read === secret ? 'open' : 'locked';
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

type Trouble = 'portable' | 'no-library' | 'no-folder' | 'no-answer' | 'locked';

function troubleInWords(trouble: Trouble, platform: NodeJS.Platform, label: string): string {
  const linux = platform !== 'darwin' && platform !== 'win32';
  switch (trouble) {
    case 'portable':
      return `This copy is portable, and ${label} stays on its computer. Use a passphrase.`;
    case 'no-library':
      return linux
        ? 'The keychain library libsecret is missing. Install libsecret-1-0 and a keychain such as GNOME Keyring, then start Hookdesk again.'
        : `The part of Hookdesk that reaches ${label} is missing. Install Hookdesk again.`;
    case 'no-folder':
      return 'The data folder cannot be written to, so its keychain name could not be saved. Check the permissions of the folder, then select Refresh.';
    case 'no-answer':
      return linux
        ? 'No keychain is available in this session. Install a Secret Service such as GNOME Keyring, check that D-Bus is running, then select Refresh.'
        : `${label} refused access. Allow Hookdesk to use it, then select Refresh.`;
    case 'locked':
      return `${label} is locked, or its password prompt was dismissed. Unlock it, then select Refresh.`;
  }
}
