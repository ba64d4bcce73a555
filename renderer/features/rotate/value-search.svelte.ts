import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { FindEvent, SearchedValue, ValueHolder } from '#contract/rotation.ts';
import { LatestTask } from '../../shared/latest-task.svelte.ts';
import { problemOf } from '../../shared/problem.ts';

export type RotationApi = HookdeskClient['rotation'];

export interface HoldersOnInstallation {
  readonly connectionId: string;
  readonly readAt: Date;
  readonly holders: readonly ValueHolder[];
}

export type Progress = Extract<FindEvent, { kind: 'progress' }>;
export type FoundEnd = Extract<FindEvent, { kind: 'end' }>;

/** A search for a value that the host holds. */
export class ValueSearch extends LatestTask {
  readonly #api: RotationApi;

  progress = $state.raw<Progress>({ kind: 'progress', done: 0, total: 0, webhooks: 0 });
  installations = $state.raw<readonly HoldersOnInstallation[]>([]);
  end = $state.raw<FoundEnd | null>(null);

  readonly count = $derived(
    this.installations.reduce((sum, { holders }) => sum + holders.length, 0),
  );

  constructor(api: RotationApi) {
    super();
    this.#api = api;
  }

  async find(asked: SearchedValue): Promise<void> {
    this.progress = { kind: 'progress', done: 0, total: 0, webhooks: 0 };
    const found = new Map<string, HoldersOnInstallation>();
    await this.run(async (signal) => {
      for await (const event of await this.#api.find(asked, { signal })) {
        if (signal.aborted) return;
        if (event.kind === 'progress') this.progress = event;
        else if (event.kind === 'holders') {
          const { connectionId, readAt, holders } = event;
          const before = found.get(connectionId)?.holders ?? [];
          found.set(connectionId, { connectionId, readAt, holders: [...before, ...holders] });
        } else {
          this.installations = [...found.values()];
          this.end = event;
        }
      }
    });
  }

  async again(): Promise<void> {
    if (this.end !== null) await this.find({ kind: 'search', searchId: this.end.searchId });
  }

  /** @returns the id of the search, which a plan needs; `null` when the host refused the value */
  async giveNewValue(value: string): Promise<string | null> {
    if (this.end === null) return null;
    const { searchId } = this.end;
    this.problem = null;
    try {
      await this.#api.giveNewValue({ searchId, value });
      return searchId;
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    }
  }

  /** The host releases the value. */
  forget(): void {
    this.stop();
    const { end } = this;
    this.end = null;
    this.installations = [];
    this.problem = null;
    if (end !== null) void this.#api.forget({ searchId: end.searchId }).catch(() => undefined);
  }
}

/** The search of the pane that finds a value and rotates it. */
export class Rotation {
  readonly search: ValueSearch;
  purpose = $state<'find' | 'rotate'>('find');

  constructor(api: RotationApi) {
    this.search = new ValueSearch(api);
  }

  begin(purpose: 'find' | 'rotate', asked: SearchedValue | null = null): void {
    this.purpose = purpose;
    this.search.forget();
    if (asked !== null) void this.search.find(asked);
  }
}

export const [getRotation, setRotation] = createContext<Rotation>();
