import type { DatabaseSync } from 'node:sqlite';
import type { DraftChange, DraftStore, Sealer } from '#core/ports.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { keepBackup } from './backups.ts';
import {
  checksumOf,
  columns,
  type DraftRow,
  inTransaction,
  putRows,
  wholeRow,
} from './draft-rows.ts';
import { migrations as ours } from './migrations.ts';
import { storePlaces } from './places.ts';
import { setAllAside } from './restore.ts';
import { isDamage, storageFailed } from './sqlite-problem.ts';
import { openStoreFile } from './store-file.ts';
import { fromBytes, toBytes } from './stored-bytes.ts';

export interface DraftStoreOptions {
  /** Absolute path of the data folder; made where it is not there. */
  readonly directory: string;
  /** Others than Hookdesk's own. */
  readonly migrations?: readonly string[];
}

/** The store, what a person should know of the file that it found, and its end. */
export interface CreatedDraftStore extends DraftStore {
  /** `null` where all was well. */
  readonly notice: string | null;
  /** Lets a copy that is being made be finished, and closes the file. */
  close(): Promise<void>;
}

interface Open {
  readonly database: DatabaseSync;
  readonly notice: string | null;
  /** 1 for the first time, and so on. */
  readonly opening: number;
}

/** What is associated with a sealed draft: none can be passed off as another. */
const associated = (id: string): string => `draft/${id}`;

/**
 * Drafts in `hookdesk.sqlite` in the data folder. The file is opened at once; where that fails it is
 * tried again whenever somebody asks for it.
 */
export function createDraftStore(options: DraftStoreOptions): CreatedDraftStore {
  const { directory, migrations = ours } = options;
  const places = storePlaces(directory);
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

  const noticeAtStart = (): string | null => {
    try {
      return opened().notice;
    } catch (error) {
      // Whoever asks for drafts is told, and it is tried again then.
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
    open: promised(() => {
      const now = opened();
      const any = orProblem(() => now.database.prepare('SELECT 1 FROM drafts LIMIT 1').get());
      const isTold = isOpenFromStart && now.opening === 1;
      return {
        opening: now.opening,
        notice: isTold ? null : now.notice,
        holdsAny: any !== undefined,
      };
    }),
    read: promised((sealer: Sealer) => {
      const { database } = opened();
      const rows = orProblem(() => database.prepare(`SELECT ${columns} FROM drafts`).all());
      const drafts = rows.map((row) => unsealed(row, sealer));
      const readable = drafts.filter((draft) => draft !== null);
      return { drafts: readable, unreadable: drafts.length - readable.length };
    }),
    write: promised((changes: readonly DraftChange[], sealer: Sealer) => {
      const { database } = opened();
      const sealed = changes.map((change) =>
        change.kind === 'save' ? sealedRow(change.draft, sealer) : change.draftId,
      );
      orProblem(() => {
        inTransaction(database, () => {
          const remove = database.prepare('DELETE FROM drafts WHERE id = ?');
          for (const each of sealed) {
            if (typeof each === 'string') remove.run(each);
            else putRows(database, [each]);
          }
        });
      });
    }),
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

/** The same work as a promise: whoever asks for it must not depend on its being done at once. */
const promised =
  <Input extends unknown[], Result>(work: (...input: Input) => Result) =>
  (...input: Input): Promise<Result> =>
    new Promise((resolve) => {
      resolve(work(...input));
    });

function sealedRow(draft: StoredDraft, sealer: Sealer): DraftRow {
  const row = {
    id: draft.id,
    connection_id: draft.connectionId,
    edited_at: draft.editedAt.getTime(),
    content: sealer.seal(toBytes(draft), associated(draft.id)),
  };
  return { ...row, checksum: checksumOf(row) };
}

/** `null` for what cannot be read with this key. */
function unsealed(value: unknown, sealer: Sealer): StoredDraft | null {
  const row = wholeRow(value);
  if (row === null) return null;
  try {
    return fromBytes(sealer.open(row.content, associated(row.id)));
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === 'storage-failed') return null;
    throw error;
  }
}
