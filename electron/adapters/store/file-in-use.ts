import type { DatabaseSync } from 'node:sqlite';
import type { OpenDrafts } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { keepBackup } from './backups.ts';
import type { StorePlaces } from './places.ts';
import { setAllAside } from './restore.ts';
import { isDamage, storageFailed } from './sqlite-problem.ts';
import { openStoreFile } from './store-file.ts';
import { tables } from './tables.ts';

/** The one file that all stores share. Everything throws or rejects with a ProblemError. */
export interface FileInUse {
  /** What a person should know of the file as it was found at the start; `null` where all was well. */
  readonly notice: string | null;
  /** Why the file is left alone, for good; `null` where it is not. */
  readonly refusal: string | null;
  open(): OpenDrafts;
  /** Works with the file, which is opened where it is not. */
  use<Result>(work: (database: DatabaseSync) => Result): Result;
  setAside(): Promise<void>;
  /** Lets a copy that is being made be finished, and closes the file. */
  close(): Promise<void>;
}

interface Open {
  readonly database: DatabaseSync;
  readonly notice: string | null;
  /** 1 for the first time, and so on. */
  readonly opening: number;
}

/** The file is opened at once; where that fails it is tried again whenever somebody asks for it. */
export function fileInUse(places: StorePlaces, migrations: readonly string[]): FileInUse {
  let open: Open | null = null;
  let openings = 0;
  let refusal: string | null = null;
  let backup = Promise.resolve();

  /** What SQLite says becomes a problem; a file that turns out to be damaged is opened anew next time. */
  const orProblem = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) {
        open?.database.close();
        open = null;
      }
      throw storageFailed(error, places.file);
    }
  };
  const opened = (): Open =>
    orProblem(() => {
      if (open !== null) return open;
      const found = openStoreFile(places, migrations);
      if (found.kind === 'refused') {
        refusal = found.reason;
        throw new ProblemError(
          plainProblem('storage-failed', found.reason, 'Update Hookdesk, then start it again.'),
        );
      }
      openings += 1;
      open = { ...found, opening: openings };
      // A copy that could not be made is made at the next start: the file itself is sound.
      backup = keepBackup(found.database, places, migrations.length).catch(() => undefined);
      return open;
    });
  const use = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const { database } = opened();
    return orProblem(() => work(database));
  };

  const noticeAtStart = (): string | null => {
    try {
      return opened().notice;
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
    get refusal() {
      return refusal;
    },
    open: () => {
      const now = opened();
      const isTold = isOpenFromStart && now.opening === 1;
      return {
        opening: now.opening,
        notice: isTold ? null : now.notice,
        holdsAny: use(holdsAny),
      };
    },
    use,
    setAside: async () => {
      await backup;
      orProblem(() => {
        opened().database.close();
        open = null;
        setAllAside(places);
      });
    },
    close: async () => {
      await backup;
      open?.database.close();
      open = null;
    },
  };
}

const holdsAny = (database: DatabaseSync): boolean =>
  tables.some(({ name }) => database.prepare(`SELECT 1 FROM ${name} LIMIT 1`).get() !== undefined);
