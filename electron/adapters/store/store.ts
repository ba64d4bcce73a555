import type { FolderLock } from '../data-folder/instance-lock.ts';
import { createDraftStore } from './draft-store.ts';
import { fileInUse } from './file-in-use.ts';
import { createJournalStore } from './journal-store.ts';
import { migrations as ours } from './migrations.ts';
import { storePaths } from './store-paths.ts';
import { createPauseStore } from './pause-store.ts';
import { createPlanStore } from './plan-store.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { type MaintenanceTimes, usualTimes } from './maintenance.ts';

interface StoreOptions {
  readonly directory: string;
  readonly lock?: FolderLock;
  readonly migrations?: readonly string[];
  readonly shortUpTo?: number;
  readonly times?: MaintenanceTimes;
}

export type Store = ReturnType<typeof createStore>;

/** The stores of all subjects, on one SQLite file. `electron/core/journal/retention.ts` says when old entries go. */
export function createStore(options: StoreOptions) {
  const { directory, migrations = ours, shortUpTo = 4_000_000, times = usualTimes } = options;
  const file = fileInUse({
    places: storePaths(directory),
    migrations,
    shortUpTo,
    times,
    lock: options.lock,
  });
  return {
    drafts: createDraftStore(file),
    snapshots: createSnapshotStore(file),
    journal: createJournalStore(file),
    plans: createPlanStore(file),
    pauses: createPauseStore(file),
    notice: file.notice,
    heldAny: file.heldAny,
    close: file.close,
  };
}
