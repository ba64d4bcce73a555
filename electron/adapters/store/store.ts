import type { DraftStore } from '#core/ports.ts';
import type { JournalStore, PlanStore, SnapshotStore } from '#core/store-ports.ts';
import { createDraftStore } from './draft-store.ts';
import { fileInUse } from './file-in-use.ts';
import { createJournalStore } from './journal-store.ts';
import { migrations as ours } from './migrations.ts';
import { storePlaces } from './places.ts';
import { createPlanStore } from './plan-store.ts';
import { createSnapshotStore } from './snapshot-store.ts';
import { type UpkeepTimes, usualTimes } from './upkeep.ts';

export interface StoreOptions {
  /** Absolute path of the data folder; made where it is not there. */
  readonly directory: string;
  /** Others than Hookdesk's own. */
  readonly migrations?: readonly string[];
  /** Bytes of a file that is looked through before it is used: 4 MB unless told otherwise. */
  readonly shortUpTo?: number;
  /** When a longer one is looked through and copied. */
  readonly times?: UpkeepTimes;
}

/** Everything that is kept in `hookdesk.sqlite`, what a person should know of it, and its end. */
export interface Store {
  readonly drafts: DraftStore;
  readonly snapshots: SnapshotStore;
  readonly journal: JournalStore;
  readonly plans: PlanStore;
  /** `null` where all was well. */
  readonly notice: string | null;
  /** Whether anything was in the file at the start, as far as it could be opened. */
  readonly heldAny: boolean;
  /** Lets a short copy that is being made be finished, and closes the file. */
  close(): Promise<void>;
}

/** Opens the file in the data folder, or makes it. */
export function createStore(options: StoreOptions): Store {
  const { directory, migrations = ours, shortUpTo = 4_000_000, times = usualTimes } = options;
  const file = fileInUse({ places: storePlaces(directory), migrations, shortUpTo, times });
  return {
    drafts: createDraftStore(file),
    snapshots: createSnapshotStore(file),
    journal: createJournalStore(file),
    plans: createPlanStore(file),
    notice: file.notice,
    heldAny: file.heldAny,
    close: () => file.close(),
  };
}
