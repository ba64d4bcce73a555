import type { ReadManyEvent } from '#contract/read-many.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../../shared/problem.ts';

export class InstallationReadings {
  readonly #client: HookdeskClient;
  #reading: AbortController | null = null;
  #order: readonly string[] = [];

  states = $state.raw<ReadonlyMap<string, ReadManyEvent>>(new Map());
  running = $state(false);
  problem = $state.raw<Problem | null>(null);

  readonly done = $derived(this.#count('done'));
  readonly failed = $derived(this.#count('failed'));
  readonly webhooks = $derived(
    [...this.states.values()].reduce(
      (sum, each) => sum + (each.state === 'done' ? each.total : 0),
      0,
    ),
  );

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  /** Cancels a running read first. */
  async read(connectionIds: readonly string[]): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#order = connectionIds;
    this.states = new Map();
    this.problem = null;
    this.running = true;
    try {
      const events = await this.#client.webhooks.listAll(
        { connectionIds: [...connectionIds] },
        { signal: reading.signal },
      );
      for await (const event of events) {
        if (reading.signal.aborted) return;
        this.states = new Map(this.states).set(event.connectionId, event);
      }
    } catch (error) {
      if (!reading.signal.aborted) this.problem = problemOf(error);
    } finally {
      if (this.#reading === reading) {
        this.#reading = null;
        this.running = false;
      }
    }
  }

  cancel(): void {
    this.#reading?.abort();
    this.running = false;
    const states = new Map<string, ReadManyEvent>();
    for (const connectionId of this.#order) {
      const state = this.states.get(connectionId);
      if (state?.state === 'done' || state?.state === 'failed') states.set(connectionId, state);
    }
    this.states = states;
  }

  dismiss(): void {
    this.cancel();
    this.states = new Map();
    this.problem = null;
  }

  #count(state: ReadManyEvent['state']): number {
    return [...this.states.values()].filter((each) => each.state === state).length;
  }
}
