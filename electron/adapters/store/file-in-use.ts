import type { DatabaseSync } from 'node:sqlite';
import type { OpenDrafts } from '#core/ports.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import { versionOf } from './database.ts';
import { type FileIdentity, identityOf, isSameFile } from './file-identity.ts';
import type { StorePlaces } from './places.ts';
import { setAllAside } from './restore.ts';
import { rewrite } from './rewrite.ts';
import { isDamage, lostFile, storageFailed } from './sqlite-problem.ts';
import { openStoreFile } from './store-file.ts';
import { tables } from './tables.ts';
import { keepUp, type Upkeep, type UpkeepTimes } from './upkeep.ts';

/** The one file that all stores share. Everything throws or rejects with a ProblemError. */
export interface FileInUse {
  /** What a person should know of the file as it was found at the start; `null` where all was well. */
  readonly notice: string | null;
  /** Whether anything was in the file at the start, as far as it could be opened. */
  readonly heldAny: boolean;
  /** Why the file is left alone, for good; `null` where it is not. */
  readonly refusal: string | null;
  open(): OpenDrafts;
  /** Reads from the file, which is opened where it is not. */
  use<Result>(work: (database: DatabaseSync) => Result): Result;
  /** The same for work that changes something, which is in the file of this name when it returns. */
  commit<Result>(work: (database: DatabaseSync) => Result): Result;
  setAside(): Promise<void>;
  /** Calls back when the file was opened again, from then on. */
  onReopened(listener: () => void): void;
  /** Lets a short copy that is being made be finished, and closes the file. */
  close(): Promise<void>;
}

export interface FileInUseNeeds {
  readonly places: StorePlaces;
  readonly migrations: readonly string[];
  /** Bytes of a file that is looked through before it is used. */
  readonly shortUpTo: number;
  readonly times: UpkeepTimes;
}

interface Open {
  readonly database: DatabaseSync;
  readonly notice: string | null;
  /** 1 for the first time, and so on. */
  readonly opening: number;
  /** The files that SQLite has open. */
  readonly identity: FileIdentity;
}

/** The file is opened at once; where that fails it is tried again whenever somebody asks for it. */
export function fileInUse({ places, migrations, shortUpTo, times }: FileInUseNeeds): FileInUse {
  let open: Open | null = null;
  /** Whether all of the file has to be looked through next time, however long it is. */
  let isDoubtful = false;
  let openings = 0;
  let refusal: string | null = null;
  let upkeep: Upkeep | null = null;
  /** Whether the open file was deleted or replaced, and could not be written again yet. */
  let isLost = false;
  /** What came of writing it again, for the next opening. */
  let rewritten: string | null = null;
  const listeners: (() => void)[] = [];

  const shut = (): void => {
    void upkeep?.stop();
    open?.database.close();
    open = null;
  };
  const doubt = (): void => {
    isDoubtful = true;
    shut();
  };
  /** What SQLite says becomes a problem; a file that turns out to be damaged is opened anew next time. */
  const orProblem = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) doubt();
      throw storageFailed(error, places.file);
    }
  };
  const writeAgain = ({ database, identity }: Open): void => {
    isLost = true;
    void upkeep?.stop();
    try {
      rewritten = rewrite(places, database, identity);
    } catch (error) {
      throw lostFile(error, places.file);
    } finally {
      if (!database.isOpen) open = null;
    }
  };
  /** What was committed to a file that has lost its name would be gone with this process. */
  const keepName = (): void => {
    if (open === null || isSameFile(identityOf(places.file), open.identity)) return;
    writeAgain(open);
    opened();
  };
  const onDamage = (): void => {
    // The look was at the path: what is there may be the file of another program.
    if (open !== null && isSameFile(identityOf(places.file), open.identity)) doubt();
    else orProblem(keepName);
  };
  const opened = (): Open =>
    orProblem(() => {
      if (open !== null) return open;
      const found = openStoreFile(places, migrations, isDoubtful ? Infinity : shortUpTo);
      if (found.kind === 'refused') {
        refusal = found.reason;
        throw plainError('storage-failed', found.reason, 'Update Hookdesk, then start it again.');
      }
      openings += 1;
      // SQLite makes its log with the first reading.
      versionOf(found.database);
      const notice = [rewritten, found.notice].filter((each) => each !== null).join(' ') || null;
      open = { ...found, notice, opening: openings, identity: identityOf(places.file) };
      rewritten = null;
      isLost = false;
      isDoubtful = false;
      const newest = migrations.length;
      upkeep = keepUp({ places, newest, times, isChecked: found.isChecked, onDamage });
      if (openings > 1) for (const listener of listeners) listener();
      return open;
    });
  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const { database } = opened();
    return orProblem(() => work(database));
  };
  const commit = <Result>(work: (database: DatabaseSync) => Result): Result => {
    // Once it is known to be lost, nothing more is written to it.
    if (isLost) orProblem(keepName);
    try {
      return use(work);
    } finally {
      orProblem(keepName);
    }
  };

  let heldAny = false;
  const noticeAtStart = (): string | null => {
    try {
      const { notice: found } = opened();
      heldAny = use(holdsAny);
      return found;
    } catch (error) {
      // Whoever asks for what is kept is told, and it is tried again then.
      if (!(error instanceof ProblemError)) throw error;
      return refusal;
    }
  };
  const notice = noticeAtStart();
  const isOpenFromStart = openings > 0;

  return {
    notice,
    heldAny,
    get refusal() {
      return refusal;
    },
    open: () => {
      const isAny = use(holdsAny);
      const now = opened();
      const isTold = isOpenFromStart && now.opening === 1;
      return {
        opening: now.opening,
        notice: isTold ? null : now.notice,
        holdsAny: isAny,
      };
    },
    use,
    commit,
    setAside: async () => {
      orProblem(opened);
      await upkeep?.stop();
      orProblem(() => {
        shut();
        setAllAside(places);
      });
    },
    onReopened: (listener) => {
      listeners.push(listener);
    },
    close: async () => {
      await upkeep?.stop();
      try {
        orProblem(keepName);
      } catch (error) {
        // Whoever wrote since was told already.
        if (!(error instanceof ProblemError)) throw error;
      }
      await upkeep?.stop();
      shut();
    },
  };
}

const holdsAny = (database: DatabaseSync): boolean =>
  tables.some(({ name }) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined);
