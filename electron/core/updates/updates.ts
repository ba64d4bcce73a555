import { EventPublisher } from '@orpc/server';
import type { ManualReason, ManualUpdate, UpdatesOff, UpdateState } from '#contract/updates.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import { plainError, type Problem, ProblemError } from '#domain/problem.ts';
import type { InstalledCopy, Ports } from '../ports.ts';
import { refusedError } from '../problems.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';

const checkSeconds = 30;

/** Without progress of a download. */
const stallMinutes = 2;

const firstCheckMilliseconds = 30_000;
const checkIntervalMilliseconds = 6 * 60 * 60 * 1_000;

interface UpdatesNeeds {
  readonly ports: Ports;
  readonly hasRunningPlan: () => boolean;
  readonly hasUnsavedEdits: () => boolean;
}

type NewVersion = Pick<Extract<UpdateState, { kind: 'available' }>, 'version' | 'notes'>;

/** A download that runs. */
interface Attempt {
  offer: NewVersion;
  readonly stop: AbortController;
}

/** Checks, downloads and offers new versions. Nothing is downloaded or installed unless a person says so. */
export class Updates {
  readonly #needs: UpdatesNeeds;
  readonly #changes = new EventPublisher<{ changed: UpdateState }>({ maxBufferedEvents: 1 });
  readonly #closing = new AbortController();
  readonly #opened: Promise<void>;
  #state: UpdateState = { kind: 'idle', checkedAt: null };
  #attempt: Attempt | null = null;
  #manualUpdate: ManualUpdate | null = null;

  constructor(needs: UpdatesNeeds) {
    this.#needs = needs;
    this.#opened = this.#open();
    void this.#checkRegularly();
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<UpdateState, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    await this.#opened;
    yield this.#state;
    yield* changes;
  }

  async manual(): Promise<ManualUpdate | null> {
    await this.#opened;
    return this.#manualUpdate;
  }

  /** Returns when the server has answered; a problem is in the state. */
  async check(): Promise<void> {
    await this.#opened;
    if (this.#state.kind !== 'idle' && this.#state.kind !== 'failed') return;
    this.#show({ kind: 'checking' });
    try {
      this.#showFound(await this.#findNewer());
    } catch (error) {
      this.#show({ kind: 'failed', during: 'check', problem: updateProblem(error) });
    }
  }

  /** Returns when the download has ended. Checks again first, because a newer version may have appeared. */
  async download(): Promise<void> {
    if (this.#state.kind !== 'available' || this.#manualUpdate !== null) return;
    const { version, notes } = this.#state;
    const attempt: Attempt = { offer: { version, notes }, stop: new AbortController() };
    this.#attempt = attempt;
    this.#show({ kind: 'downloading', version, notes, share: 0 });
    try {
      const newer = await this.#findNewer();
      if (newer !== null) await this.#fetch(newer, attempt);
      if (this.#attempt !== attempt) return;
      if (newer === null) this.#showFound(null);
      else this.#show({ kind: 'ready', ...newer, onQuit: false });
    } catch (error) {
      if (this.#attempt !== attempt) return;
      this.#show({ kind: 'failed', during: 'download', problem: updateProblem(error) });
    }
    this.#attempt = null;
  }

  cancel(): void {
    const attempt = this.#attempt;
    if (attempt === null) return;
    this.#attempt = null;
    attempt.stop.abort();
    this.#show({ kind: 'available', ...attempt.offer });
  }

  install(): void {
    if (this.#state.kind !== 'ready') return;
    this.#show({ ...this.#state, onQuit: true });
    // The host saves drafts and asks the person as for every quit, then installs if `installsOnQuit`.
    if (!this.#needs.hasRunningPlan()) this.#needs.ports.updater?.restart();
  }

  /** A person cancelled the quit: nothing is installed until a person says so again. */
  stay(): void {
    if (this.#state.kind !== 'ready') return;
    this.#needs.ports.updater?.stay();
    this.#show({ ...this.#state, onQuit: false });
  }

  get installsOnQuit(): boolean {
    const isRequested = this.#state.kind === 'ready' && this.#state.onQuit;
    return isRequested && !this.#needs.hasRunningPlan() && !this.#needs.hasUnsavedEdits();
  }

  close(): void {
    this.#closing.abort();
    this.cancel();
  }

  async #open(): Promise<void> {
    const { updater, managed } = this.#needs.ports;
    if (updater === null) {
      this.#state = { kind: 'off', reason: 'browser' };
      return;
    }
    const off = offByManagedSettings(managed);
    if (off !== null) {
      this.#state = { kind: 'off', reason: off };
      return;
    }
    const installed = await updater.copy();
    const { downloadPage: page } = installed;
    const reason = manualReason(installed);
    if (page === null) this.#state = { kind: 'off', reason: 'no-feed' };
    else if (reason !== null) this.#manualUpdate = { reason, page };
  }

  async #checkRegularly(): Promise<void> {
    await this.#opened;
    if (this.#state.kind === 'off') return;
    const { clock, settings } = this.#needs.ports;
    const { signal } = this.#closing;
    for (let pause = firstCheckMilliseconds; ; pause = checkIntervalMilliseconds) {
      await clock.sleep(pause, signal).catch(() => undefined);
      if (signal.aborted) return;
      if (settings.settings().updateChecks) await this.check();
    }
  }

  /** Returns `null` if the server has no newer version. */
  async #findNewer(): Promise<NewVersion | null> {
    const { updater, clock } = this.#needs.ports;
    if (updater === null) return null;
    const limit = new AbortController();
    const newer = await withTimeout(clock, updater.check(limit.signal), checkSeconds * 1_000);
    if (newer === timedOut) {
      limit.abort();
      throw serverTooSlow(checkSeconds);
    }
    return newer === null ? null : { version: newer.version, notes: releaseNotesText(newer.notes) };
  }

  /** Returns early, and fetches nothing, when the attempt was cancelled. */
  async #fetch(newer: NewVersion, attempt: Attempt): Promise<void> {
    const { updater, clock } = this.#needs.ports;
    if (updater === null || this.#attempt !== attempt) return;
    const { stop } = attempt;
    attempt.offer = newer;
    this.#show({ kind: 'downloading', ...newer, share: 0 });
    let progress = Promise.withResolvers<'progress'>();
    const onProgress = (share: number): void => {
      if (this.#attempt !== attempt) return;
      this.#show({ kind: 'downloading', ...newer, share });
      progress.resolve('progress');
    };
    const ended = updater.download(onProgress, stop.signal).then(() => 'ended' as const);
    for (;;) {
      const event = Promise.race([ended, progress.promise]);
      const next = await withTimeout(clock, event, stallMinutes * 60_000);
      if (next === 'ended') return;
      if (next === timedOut) {
        stop.abort();
        throw downloadStopped(stallMinutes);
      }
      progress = Promise.withResolvers();
    }
  }

  #showFound(newer: NewVersion | null): void {
    if (newer === null) this.#show({ kind: 'idle', checkedAt: this.#needs.ports.clock.now() });
    else this.#show({ kind: 'available', ...newer });
  }

  #show(state: UpdateState): void {
    this.#state = state;
    this.#changes.publish('changed', state);
  }
}

/** A damaged file could name another update server, or turn updates off. */
function offByManagedSettings(managed: Managed): UpdatesOff | null {
  if (managed.kind === 'refused') return 'damaged';
  return managed.kind === 'set' && managed.settings.updates === 'off' ? 'managed' : null;
}

const serverTooSlow = (seconds: number): ProblemError =>
  plainError(
    'timed-out',
    `The update server did not answer within ${seconds} s.`,
    'Check the network, then check for updates again.',
  );

const downloadStopped = (minutes: number): ProblemError =>
  plainError(
    'timed-out',
    `The download made no progress for ${minutes} min.`,
    'Check the network, then check for updates again.',
  );

/** An unexpected error keeps its details out of the window. */
const updateProblem = (error: unknown): Problem =>
  error instanceof ProblemError
    ? error.problem
    : refusedError(
        'The update failed for an unknown reason.',
        'Check for updates again. If it fails again, install the new version yourself.',
      ).problem;

/** Why a person installs new versions of this copy; `null` for a copy that updates itself. */
export function manualReason(copy: InstalledCopy): ManualReason | null {
  const { isPackaged, platform, packageType, appImage, isPortable, isSigned, macPlace } = copy;
  if (!isPackaged) return 'development';
  switch (platform) {
    case 'linux':
      // electron-builder's file with the package type may also get into the AppImage.
      if (appImage !== null) return appImage === 'writable' ? null : 'read-only';
      return packageType === null ? 'not-installed' : 'system-package';
    case 'win32':
      return isPortable ? 'portable' : null;
    case 'darwin':
      // Another folder does not help a copy without a signature.
      if (!isSigned) return 'unsigned';
      return macPlace === 'writable' ? null : (macPlace ?? 'not-installed');
    default:
      return 'not-installed';
  }
}

/** Characters; longer notes are cut. */
const longestNotes = 20_000;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** GitHub sends HTML; other servers send Markdown, which stays as it is written. */
export function releaseNotesText(notes: string): string {
  const text = /^\s*</.test(notes) ? textOfHtml(notes) : notes;
  const tidy = text
    .replaceAll('\r\n', '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return tidy.length > longestNotes ? `${tidy.slice(0, longestNotes)}…` : tidy;
}

function textOfHtml(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<li\b[^>]*>\s*/gi, '\n• ')
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<\/(p|div|ul|ol|pre|blockquote|h[1-6])\s*>/gi, '\n\n')
    .replace(/<\/?[a-z!][^>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|([a-z]+));/gi, (whole, number?: string, name?: string) =>
      number === undefined
        ? (entities[(name ?? '').toLowerCase()] ?? whole)
        : characterOf(Number(number), whole),
    )
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

const characterOf = (code: number, otherwise: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
