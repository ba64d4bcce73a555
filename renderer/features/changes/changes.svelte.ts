import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type {
  ChangeByOthers,
  FoundChanges,
  WatchedView,
  WatchingState,
} from '#contract/watching.ts';
import { follow } from '../../shared/follow.ts';

export interface ChangesApi {
  readonly watching: Pick<HookdeskClient['watching'], 'load' | 'readNow'> & {
    watch(): Promise<AsyncIterable<WatchingState>>;
  };
  readonly snapshots: Pick<HookdeskClient['snapshots'], 'seen'>;
}

/** What others changed on all installations since a person looked, and the state of the watch. */
export class Changes {
  readonly #api: ChangesApi;
  /** Newest first. Empty while the vault is locked. */
  all = $state.raw<readonly ChangeByOthers[]>([]);
  watched = $state.raw<readonly WatchedView[]>([]);
  isReading = $state(false);
  /** Watched installations whose last reading failed: their webhooks may have changed. */
  readonly unread = $derived(
    this.watched.filter(({ status }) => status !== null && status !== 'read'),
  );
  #round: number | null = null;

  constructor(api: ChangesApi) {
    this.#api = api;
  }

  /** @param onFound is called once for each round that found changes while this window was open */
  follow(onFound: (found: FoundChanges) => void): Promise<void> {
    return follow(this.#api.watching.watch(), ({ changes, watched, isReading, found }) => {
      this.all = changes;
      this.watched = watched;
      this.isReading = isReading;
      const isNews = this.#round !== null && found.round > this.#round;
      this.#round = found.round;
      if (isNews) onFound(found);
    });
  }

  /** Also shows changes of lists that this Hookdesk has not loaded since its start. */
  async load(): Promise<void> {
    await this.#api.watching.load();
  }

  /** Reads watched installations at once. */
  async read(connectionIds = this.watched.map(({ connectionId }) => connectionId)): Promise<void> {
    await this.#api.watching.readNow({ connectionIds });
  }

  /** Changes that were noticed later stay. */
  async seen(changes: readonly ChangeByOthers[]): Promise<void> {
    for (const [connectionId, its] of Map.groupBy(changes, (change) => change.connectionId)) {
      const marks = its.map(({ key, noticedAt }) => ({ key, seenAt: noticedAt }));
      await this.#api.snapshots.seen({ connectionId, marks });
    }
  }
}

export const [getChanges, setChanges] = createContext<Changes>();
