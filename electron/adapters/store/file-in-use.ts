import type { DatabaseSync } from 'node:sqlite';
import type { OpenDrafts } from '#core/ports.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import type { FolderLock } from '../data-folder/instance-lock.ts';
import { inTransaction, versionOf, withoutWaiting } from './database.ts';
import { type FileIdentity, identityOf, isSameFile, type StorePaths } from './store-paths.ts';
import { setAllAside } from './restore.ts';
import { openStoreFile, type OwnWrites, ownWrites } from './store-file.ts';
import { rewrite, rewriteChanged, type Rewritten } from './rewrite.ts';
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

interface Open {
  readonly database: DatabaseSync;
  readonly notice: string | null;
  readonly opening: number;
  readonly identity: FileIdentity;
  readonly writes: OwnWrites;
}

/** Opens the file at once; after a failure each later call tries again. */
export function fileInUse({ places, migrations, shortUpTo, times, lock }: FileInUseNeeds) {
  let open: Open | null = null;
  let isDoubtful = false;
  let openings = 0;
  let refusal: string | null = null;
  let stopMaintenance = (): Promise<void> => Promise.resolve();
  /** Whether the open file was deleted or replaced, and is not rewritten yet. */
  let isLost = false;
  let rewritten: string | null = null;
  const listeners: (() => void)[] = [];

  const forget = (): void => {
    open?.writes.close();
    open = null;
  };
  const shut = (): void => {
    void stopMaintenance();
    open?.database.close();
    forget();
  };
  const doubt = (): void => {
    isDoubtful = true;
    shut();
  };
  const orProblem = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) doubt();
      throw storageFailed(error, places.file);
    }
  };
  const writeAgain = ({ database }: Open, write: () => Rewritten): Rewritten => {
    void stopMaintenance();
    try {
      lock?.requireHeld();
      return write();
    } catch (error) {
      throw lostFile(error, places.file);
    } finally {
      if (!database.isOpen) forget();
    }
  };
  /** Commits to a deleted, replaced or changed file would be lost when this process ends. */
  const keepFile = (areOurs: (writes: OwnWrites) => boolean): void => {
    if (open === null) return;
    const { database, identity, writes } = open;
    isLost = !isSameFile(identityOf(places.file), identity);
    if (!isLost && areOurs(writes)) return;
    const { notice, isWhole } = writeAgain(open, () =>
      isLost ? rewrite(places, database, identity) : rewriteChanged(places, database, migrations),
    );
    rewritten = notice;
    opened();
    if (!isWhole) throw changedFile(places.file);
  };
  const keepUntouched = (): void => {
    keepFile((writes) => writes.isUntouched());
  };
  const onDamage = (): void => {
    // The check opened the path: the file there may be another program's.
    const checked = open;
    orProblem(keepUntouched);
    if (open === checked) doubt();
  };
  const opened = (): Open =>
    orProblem(() => {
      if (open !== null) return open;
      const found = openStoreFile(places, migrations, isDoubtful ? Infinity : shortUpTo);
      if (found.kind === 'refused') {
        refusal = found.reason;
        throw plainError('storage-failed', found.reason, found.advice);
      }
      openings += 1;
      // The first read makes SQLite create its log, whose identity is recorded below.
      versionOf(found.database);
      const notice = [rewritten, found.notice].filter((each) => each !== null).join(' ') || null;
      const identity = identityOf(places.file);
      const writes = ownWrites(found.database, places.file);
      open = { ...found, notice, opening: openings, identity, writes };
      rewritten = null;
      isLost = false;
      isDoubtful = false;
      const { isChecked } = found;
      const newest = newestVersion(migrations);
      stopMaintenance = startMaintenance({ places, newest, times, isChecked, onDamage });
      if (openings > 1) for (const listener of listeners) listener();
      return open;
    });
  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const { database } = opened();
    return orProblem(() => work(database));
  };
  const keepingFile = <Result>(work: (database: DatabaseSync) => Result): Result => {
    orProblem(() => lock?.requireHeld());
    // The commit to a file that is lost since then is written again with the rest.
    if (isLost || open?.writes.isUntouched() === false) orProblem(keepUntouched);
    try {
      return use(work);
    } finally {
      orProblem(() => {
        keepFile((writes) => writes.hasCommit());
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
      const { notice: found } = opened();
      heldAny = use(holdsAny);
      return found;
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
    /** In a transaction. On return, the change is in the file at this path, even if another program deleted, replaced or changed it. */
    commit: <Result>(work: (database: DatabaseSync) => Result): Result =>
      keepingFile((database) => inTransaction(database, () => work(database))),
    /** Does not wait for the disk: only for rows that no committed row refers to yet. */
    commitLater: <Result>(work: (database: DatabaseSync) => Result): Result =>
      keepingFile((database) =>
        withoutWaiting(database, () => inTransaction(database, () => work(database))),
      ),
    setAside: async (): Promise<void> => {
      orProblem(opened);
      await stopMaintenance();
      orProblem(() => {
        shut();
        setAllAside(places);
      });
    },
    onReopened: (listener: () => void): void => {
      listeners.push(listener);
    },
    close: async (): Promise<void> => {
      await stopMaintenance();
      try {
        orProblem(keepUntouched);
      } catch (error) {
        // The last write has reported the problem.
        if (!(error instanceof ProblemError)) throw error;
      }
      await stopMaintenance();
      shut();
    },
  };
}

const holdsAny = (database: DatabaseSync): boolean =>
  tables.some(({ name }) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined);
