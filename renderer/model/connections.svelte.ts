import type {
  ConnectionView,
  SecretsInput,
  TestStep,
  UnsavedConnection,
} from '#contract/connections.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { type ConnectionSettings, Environment } from '#domain/installation/connection.ts';
import type { VariantId } from '#domain/webhook/variant.ts';

/** Connections of one environment, under its name. */
export interface ConnectionGroup {
  readonly environment: Environment | null;
  readonly connections: readonly ConnectionView[];
}

/** The saved connections. */
export class Connections {
  readonly #client: HookdeskClient;
  all = $state.raw<readonly ConnectionView[]>([]);
  loaded = $state(false);

  /** Production first: it is what must not be mistaken. */
  readonly groups: readonly ConnectionGroup[] = $derived(
    [...Environment.options, null]
      .map((environment) => ({
        environment,
        connections: this.all.filter((each) => each.environment === environment),
      }))
      .filter((group) => group.connections.length > 0),
  );

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  find(id: string): ConnectionView | undefined {
    return this.all.find((each) => each.id === id);
  }

  async load(): Promise<void> {
    this.all = await this.#client.connections.list();
    this.loaded = true;
  }

  /** Saves a new connection (`id` null) or a changed one. Secrets that are not given stay as kept. */
  async save(
    id: string | null,
    settings: ConnectionSettings,
    secrets: SecretsInput,
  ): Promise<ConnectionView> {
    const view =
      id === null
        ? await this.#client.connections.add({ settings, secrets })
        : await this.#client.connections.change({ connectionId: id, settings, secrets });
    await this.load();
    return view;
  }

  async remove(id: string): Promise<void> {
    await this.#client.connections.remove({ connectionId: id });
    await this.load();
  }

  async startPractice(variants: VariantId[]): Promise<ConnectionView[]> {
    const views = await this.#client.practice.start({ variants });
    await this.load();
    return views;
  }

  async test(input: UnsavedConnection, signal: AbortSignal): Promise<AsyncIterable<TestStep>> {
    return this.#client.connections.test(input, { signal });
  }
}
