import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { systemClock } from '#adapters/clock/clock.ts';
import { boundHeap } from '#adapters/machine/bound-heap.ts';
import { writeStamp } from '#adapters/store/store-paths.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { RoundEvent } from '#contract/watching.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import { WatchRounds } from '#domain/watching/watch-rounds.ts';
import { changeEvent, type WatchEvent, watchEventInWords } from '#domain/watching/watch-event.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { findInstallation } from './find-installation.ts';
import type { Output } from './output/output.ts';
import { failureOf } from './session/failure-of.ts';
import { openSession } from './session/open-session.ts';
import {
  dataFolderOf,
  exitWith,
  GlobalOptions,
  installationsOf,
  passphraseOf,
} from './session/run-on-data-folder.ts';
import { takeEnvironmentSecrets } from './session/secret-source.ts';
import type { Session } from './session/session.ts';

interface WatchContext {
  readonly output: Pick<Output, 'line' | 'note' | 'flushed' | 'isReaderGone'>;
  readonly signal: AbortSignal;
  readonly dataFolder: string;
  readonly clock: Pick<typeof systemClock, 'now' | 'sleep'>;
  /** The caller closes the session. */
  readonly open: () => Promise<Session>;
}

export interface WatchOptions {
  /** Names or ids; empty for all. */
  readonly installations: readonly string[];
  readonly minutes: number;
  readonly isOnce: boolean;
  readonly tellsChanges: boolean;
}

/** Seconds, so that a watch waits for a short command. */
const leastLockTimeout = 10;

/** Ends the process. A signal is the usual end of a watch that goes on. */
export async function runWatch(command: CommandUnknownOpts, given: WatchOptions): Promise<void> {
  const options = GlobalOptions.parse(command.optsWithGlobals());
  const dataFolder = dataFolderOf(options);
  const passphrase = passphraseOf(options);
  await exitWith(
    options,
    async (output, signal, abortOnSignals) => {
      const installations = await installationsOf(options, takeEnvironmentSecrets());
      if (installations !== null) throw inMemory();
      const open = async (): Promise<Session> => {
        const session = await openSession({
          dataFolder,
          lockTimeout: Math.max(options.lockTimeout, leastLockTimeout),
          passphrase,
          hasKeychain: true,
          command: command.name(),
          note: output.note,
        });
        abortOnSignals();
        return session;
      };
      return watch({ output, signal, dataFolder, clock: systemClock, open }, given);
    },
    given.isOnce ? exitCodes.interrupted : exitCodes.done,
  );
}

/** Milliseconds. */
const rests = { betweenLooks: 5_000, afterFailure: 30_000, afterVisit: 15_000, beside: 60_000 };

/** Has the data folder only during a visit, so that the application can start in between. */
export async function watch(context: WatchContext, options: WatchOptions): Promise<ExitCode> {
  boundHeap();
  const visits = new Visits(context, options);
  const { clock, output, signal } = context;
  let noted = '';
  await visits.visit();
  while (!options.isOnce && !visits.isOver) {
    try {
      await visits.untilDue();
      await visits.visit();
      noted = '';
    } catch (error) {
      signal.throwIfAborted();
      const { message } = failureOf(error);
      if (message !== noted) output.note(message);
      noted = message;
      await clock.sleep(rests.afterFailure, signal);
    }
  }
  return visits.exitCode;
}

class Visits {
  readonly #context: WatchContext;
  readonly #options: WatchOptions;
  readonly #rounds: WatchRounds;
  /** Of the named installations; `null` for all. */
  #ids: ReadonlySet<string> | null = null;
  #pauseAt = Infinity;
  /** To the data folder, at the end of the last visit. */
  #lastWrite = '';
  /** Before this time, writes of others are no reason to visit. A running Hookdesk keeps the pauses itself. */
  #restsUntil = 0;
  #hasChanges = false;
  #failure: ExitCode = exitCodes.done;

  constructor(context: WatchContext, options: WatchOptions) {
    this.#context = context;
    this.#options = options;
    this.#rounds = new WatchRounds(options.minutes, options.isOnce ? null : context.clock.now());
  }

  get isOver(): boolean {
    return this.#rounds.isStopped || this.#context.output.isReaderGone;
  }

  get exitCode(): ExitCode {
    if (this.#rounds.isStopped) return exitCodes.signInNeeded;
    const isDifferent = this.#options.tellsChanges && this.#hasChanges;
    return this.#failure === exitCodes.done && isDifferent ? exitCodes.differences : this.#failure;
  }

  async visit(): Promise<void> {
    const session = await this.#context.open();
    try {
      await Promise.race([this.#work(session.client), session.broken]);
    } finally {
      await session.close();
      this.#lastWrite = writeStamp(this.#context.dataFolder);
    }
  }

  /** Waits for the next round or pause, or until another command wrote, which may have made a pause. */
  async untilDue(): Promise<void> {
    const { clock, signal, dataFolder } = this.#context;
    const isDue = (now: Date): boolean =>
      this.#rounds.isDue(now) ||
      now.getTime() >= this.#pauseAt ||
      (now.getTime() >= this.#restsUntil && this.#lastWrite !== writeStamp(dataFolder));
    do await clock.sleep(rests.betweenLooks, signal);
    while (!isDue(clock.now()));
  }

  async #work(client: HookdeskClient): Promise<void> {
    const { clock, signal } = this.#context;
    const isBeside = (await client.app.about()).host !== 'command-line';
    if (!isBeside && (await client.vault.state()).status === 'memory') throw inMemory();
    this.#restsUntil = clock.now().getTime() + (isBeside ? rests.beside : rests.afterVisit);
    const { next } = await client.pauses.keep(undefined, { signal });
    this.#pauseAt = next?.getTime() ?? Infinity;
    if (!this.#rounds.isDue(clock.now())) return;
    const { installations, isOnce: storesTimes } = this.#options;
    if (this.#ids === null && installations.length > 0) {
      const named = installations.map((each) => findInstallation(client, each));
      this.#ids = new Set((await Promise.all(named)).map(({ id }) => id));
    }
    const all = (await client.connections.list()).filter(
      ({ id, practice }) => this.#ids?.has(id) ?? !practice,
    );
    const names = new Map(all.map(({ id, name }) => [id, name]));
    const connectionIds = this.#rounds.begin([...names.keys()], clock.now(), Math.random());
    const round = { connectionIds, storesTimes };
    for await (const event of await client.watching.round(round, { signal })) {
      signal.throwIfAborted();
      await this.#tell(client, event, names.get(event.connectionId) ?? '');
    }
  }

  async #tell(client: HookdeskClient, event: RoundEvent, installation: string): Promise<void> {
    const { output, clock } = this.#context;
    const { problem, changes } =
      event.state === 'read' ? { ...event, problem: null } : { ...event, changes: [] };
    if (problem !== null && this.#failure !== exitCodes.signInNeeded)
      this.#failure = failureOf(new ProblemError(problem)).exitCode;
    const toTell = this.#rounds.note(event.connectionId, { ...event, problem }, clock.now());
    if (toTell !== null) {
      const { status } = toTell;
      const readAt = toTell.readAt?.toISOString() ?? null;
      const message = problem?.message ?? null;
      this.#print({ event: 'status', installation, status, readAt, message });
    }
    if (changes.length === 0) return;
    for (const change of changes) this.#print(changeEvent(installation, change));
    // Told twice after a kill here, in place of never.
    await output.flushed();
    this.#hasChanges = true;
    if (output.isReaderGone) return;
    await client.watching.noteReported({ connectionId: event.connectionId, changes });
  }

  #print(event: WatchEvent): void {
    this.#context.output.line('watch', event, watchEventInWords(event));
  }
}

const inMemory = (): ProblemError =>
  plainError(
    'refused',
    'Lists are in memory only, like the secrets, so a watch has nothing to compare with.',
    'Select a vault with “hookdesk vault use passphrase”. In a pipeline, use “hookdesk diff”.',
  );
