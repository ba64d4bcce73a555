import type { DatabaseSync } from 'node:sqlite';
import type { OpenDrafts } from '#core/store-ports.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import type { FolderLock } from '../data-folder/instance-lock.ts';
import { inTransaction, prepared, versionOf, withoutWaiting } from './database.ts';
import { type FileIdentity, identityOf, isSameFile, type StorePaths } from './store-paths.ts';
import { setAllAside } from './restore.ts';
import {
  openStoreFile,
  type OwnWrites,
  ownWrites,
  rewrite,
  rewriteChanged,
  type Rewritten,
} from './store-file.ts';
import { changedFile, isDamage, lostFile, storageFailed } from './sqlite-problem.ts';
import { newestVersion } from './migrations.ts';
import { tables } from './tables.ts';
import { type MaintenanceTimes, startMaintenance } from './maintenance.ts';

/** Every method throws or rejects with a `ProblemError`. */
export type FileInUse = ReturnType<typeof fileInUse>;

interface FileInUseNeeds {
  readonly places: StorePaths;
  readonly migrations: readonly string[];
  /** Bytes. Larger files are not checked before use. */
  readonly shortUpTo: number;
  readonly times: MaintenanceTimes;
  readonly lock?: FolderLock | undefined;
}

interface OpenFile {
  readonly database: DatabaseSync;
  readonly notice: string | null;
  readonly opening: number;
  readonly identity: FileIdentity;
  readonly writes: OwnWrites;
}

/**
 * The open database file of all stores, guarded against damage and against other programs. Opens it at once; after a
 * failure each later call tries again.
 */
export function fileInUse({ places, migrations, shortUpTo, times, lock }: FileInUseNeeds) {
  let open: OpenFile | null = null;
  /** Whether SQLite reported damage: the next opening checks the whole file. */
  let isDoubtful = false;
  let openings = 0;
  let refusal: string | null = null;
  let stopMaintenance = (): Promise<void> => Promise.resolve();
  /** Whether the open file was deleted or replaced, and is not rewritten yet. */
  let isLost = false;
  /** The notice of a rewrite, until the file is open again. */
  let rewriteNotice: string | null = null;
  const listeners: (() => void)[] = [];

  const forgetOpen = (): void => {
    open?.writes.close();
    open = null;
  };
  const closeDatabase = (): void => {
    void stopMaintenance();
    open?.database.close();
    forgetOpen();
  };
  const closeDoubtful = (): void => {
    isDoubtful = true;
    closeDatabase();
  };
  const orProblem = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) closeDoubtful();
      throw storageFailed(error, places.file);
    }
  };
  const rewriteWith = ({ database }: OpenFile, write: () => Rewritten): Rewritten => {
    void stopMaintenance();
    try {
      lock?.requireHeld();
      return write();
    } catch (error) {
      throw lostFile(error, places.file);
    } finally {
      if (!database.isOpen) forgetOpen();
    }
  };
  /** Commits to a deleted, replaced or changed file would be lost when this process ends. */
  const rewriteUnless = (isOurs: (writes: OwnWrites) => boolean): void => {
    if (open === null) return;
    const { database, identity, writes } = open;
    isLost = !isSameFile(identityOf(places.file), identity);
    if (!isLost && isOurs(writes)) return;
    const { notice, isWhole } = rewriteWith(open, () =>
      isLost ? rewrite(places, database, identity) : rewriteChanged(places, database, migrations),
    );
    rewriteNotice = notice;
    requireOpen();
    if (!isWhole) throw changedFile(places.file);
  };
  const rewriteIfTouched = (): void => {
    rewriteUnless((writes) => writes.isUntouched());
  };
  const onDamage = (): void => {
    // The check opened the path: the file there may be another program's.
    const checked = open;
    orProblem(rewriteIfTouched);
    if (open === checked) closeDoubtful();
  };
  const requireOpen = (): OpenFile =>
    orProblem(() => {
      if (open !== null) return open;
      const opened = openStoreFile(places, migrations, isDoubtful ? Infinity : shortUpTo);
      if (opened.kind === 'refused') {
        refusal = opened.reason;
        throw plainError('storage-failed', opened.reason, opened.advice);
      }
      openings += 1;
      // The first read makes SQLite create its log, whose identity is recorded below.
      versionOf(opened.database);
      const notices = [rewriteNotice, opened.notice].filter((notice) => notice !== null);
      const notice = notices.length === 0 ? null : notices.join(' ');
      const identity = identityOf(places.file);
      const writes = ownWrites(opened.database, places.file);
      open = { ...opened, notice, opening: openings, identity, writes };
      rewriteNotice = null;
      isLost = false;
      isDoubtful = false;
      stopMaintenance = startMaintenance({
        places,
        newestVersion: newestVersion(migrations),
        times,
        wasCheckedAtOpening: opened.wasCheckedAtOpening,
        onDamage,
      });
      if (openings > 1) for (const listener of listeners) listener();
      return open;
    });
  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const { database } = requireOpen();
    return orProblem(() => work(database));
  };
  const changeFile = <Result>(work: (database: DatabaseSync) => Result): Result => {
    orProblem(() => lock?.requireHeld());
    // The commit to a file that is lost since then is written again with the rest.
    if (isLost || open?.writes.isUntouched() === false) orProblem(rewriteIfTouched);
    try {
      return use(work);
    } finally {
      orProblem(() => {
        rewriteUnless((writes) => writes.hasCommit());
        open?.writes.checkpoint();
      });
    }
  };

  lock?.onLost(() => {
    void stopMaintenance();
    // The queues report the lost folder at their next attempt.
    for (const listener of listeners) listener();
  });

  let heldAny = false;
  const noticeAtStart = (): string | null => {
    try {
      const { notice } = requireOpen();
      heldAny = use(hasAnyRow);
      return notice;
    } catch (error) {
      // The next call that needs the file reports the problem.
      if (!(error instanceof ProblemError)) throw error;
      return refusal;
    }
  };
  const notice = noticeAtStart();
  const isOpenFromStart = openings > 0;

  return {
    /** Message about the file's condition at the start; `null` when it was sound. */
    notice,
    heldAny,
    /** Why this Hookdesk never opens the file, such as another version; `null` otherwise. */
    get refusal(): string | null {
      return refusal;
    },
    open: (): OpenDrafts => {
      orProblem(() => lock?.requireHeld());
      const holdsAny = use(hasAnyRow);
      const { opening, notice } = requireOpen();
      // The host shows the notice of the opening at its start.
      const isShownAtStart = isOpenFromStart && opening === 1;
      return { opening, notice: isShownAtStart ? null : notice, holdsAny };
    },
    use,
    /** In a transaction. On return, the change is in the file at this path, even if another program deleted, replaced or changed it. */
    commit: <Result>(work: (database: DatabaseSync) => Result): Result =>
      changeFile((database) => inTransaction(database, () => work(database))),
    /** Does not wait for the disk: only for rows that no committed row refers to yet. */
    commitLater: <Result>(work: (database: DatabaseSync) => Result): Result =>
      changeFile((database) =>
        withoutWaiting(database, () => inTransaction(database, () => work(database))),
      ),
    setAside: async (): Promise<void> => {
      orProblem(requireOpen);
      await stopMaintenance();
      orProblem(() => {
        closeDatabase();
        setAllAside(places);
      });
    },
    onReopened: (listener: () => void): void => {
      listeners.push(listener);
    },
    close: async (): Promise<void> => {
      await stopMaintenance();
      try {
        orProblem(rewriteIfTouched);
      } catch (error) {
        // The last write has reported the problem.
        if (!(error instanceof ProblemError)) throw error;
      }
      await stopMaintenance();
      closeDatabase();
    },
  };
}

const hasAnyRow = (database: DatabaseSync): boolean =>
  tables.some(
    ({ name }) => prepared(database, `SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined,
  );
