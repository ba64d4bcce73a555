import type { PracticeEvent, TokenValues } from '#contract/practice.ts';
import { plainError } from '#domain/problem.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, Target } from '../ports.ts';

export class Simulation {
  readonly #control: Ports['practiceControl'];
  readonly #connections: Connections;

  constructor(ports: Pick<Ports, 'practiceControl'>, connections: Connections) {
    this.#control = ports.practiceControl;
    this.#connections = connections;
  }

  async overview(connectionId: string, signal?: AbortSignal) {
    return this.#control.overview(await this.#target(connectionId), signal);
  }

  async raise(connectionId: string, event: PracticeEvent, values: TokenValues) {
    return this.#control.raise(await this.#target(connectionId), event, values);
  }

  async deliveries(connectionId: string, signal?: AbortSignal) {
    return this.#control.deliveries(await this.#target(connectionId), signal);
  }

  async delivery(connectionId: string, id: number, signal?: AbortSignal) {
    return this.#control.delivery(await this.#target(connectionId), id, signal);
  }

  async clear(connectionId: string): Promise<void> {
    await this.#control.clear(await this.#target(connectionId));
  }

  async #target(connectionId: string): Promise<Target> {
    const { practice, name } = this.#connections.find(connectionId);
    if (practice) return this.#connections.target(connectionId);
    throw plainError(
      'refused',
      `Alerts can be raised on practice installations only, and ${name} is a real installation.`,
      'Select a practice installation.',
    );
  }
}
