import { createContext } from 'svelte';
import type { ReadManyEvent } from '#contract/webhooks.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { LatestTask } from '../latest-task.svelte.ts';
import type { Connections } from './connections.svelte.ts';

export class InstallationReadings {
  readonly #client: HookdeskClient;
  readonly #connections: Pick<Connections, 'shown'>;
  readonly #task = new LatestTask();
  states = $state.raw<ReadonlyMap<string, ReadManyEvent>>(new Map());

  readonly running = $derived(this.#task.isRunning);
  readonly problem = $derived(this.#task.problem);
  readonly done = $derived(this.#count('done'));
  readonly failed = $derived(this.#count('failed'));
  readonly webhooks = $derived(
    [...this.states.values()].reduce(
      (sum, each) => sum + (each.state === 'done' ? each.total : 0),
      0,
    ),
  );

  constructor(client: HookdeskClient, connections: Pick<Connections, 'shown'>) {
    this.#client = client;
    this.#connections = connections;
  }

  readAll(): void {
    void this.read(this.#connections.shown.map(({ id }) => id));
  }

  /** Cancels a running read first. */
  async read(connectionIds: readonly string[]): Promise<void> {
    this.states = new Map();
    await this.#task.run(async (signal) => {
      const input = { connectionIds: [...connectionIds] };
      for await (const event of await this.#client.webhooks.listAll(input, { signal })) {
        if (signal.aborted) return;
        this.states = new Map(this.states).set(event.connectionId, event);
      }
    });
  }

  cancel(): void {
    this.#task.stop();
    this.states = new Map(
      [...this.states].filter(([, { state }]) => state === 'done' || state === 'failed'),
    );
  }

  dismiss(): void {
    this.#task.stop();
    this.states = new Map();
  }

  #count(state: ReadManyEvent['state']): number {
    return [...this.states.values()].filter((each) => each.state === state).length;
  }
}

export const [getReadings, setReadings] = createContext<InstallationReadings>();
