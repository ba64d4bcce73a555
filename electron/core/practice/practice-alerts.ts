import type { PracticeEvent, TokenValues } from '#contract/practice.ts';
import { plainError } from '#domain/problem.ts';
import type { Connections } from '../connections/connections.ts';
import type { Ports, Target } from '../ports.ts';

export class PracticeAlerts {
  readonly #practiceControl: Ports['practiceControl'];
  readonly #connections: Connections;

  constructor(ports: Pick<Ports, 'practiceControl'>, connections: Connections) {
    this.#practiceControl = ports.practiceControl;
    this.#connections = connections;
  }

  async overview(connectionId: string, signal?: AbortSignal) {
    return this.#practiceControl.overview(await this.#target(connectionId), signal);
  }

  async raise(connectionId: string, event: PracticeEvent, values: TokenValues) {
    return this.#practiceControl.raise(await this.#target(connectionId), event, values);
  }

  async deliveries(connectionId: string, signal?: AbortSignal) {
    return this.#practiceControl.deliveries(await this.#target(connectionId), signal);
  }

  async delivery(connectionId: string, id: number, signal?: AbortSignal) {
    return this.#practiceControl.delivery(await this.#target(connectionId), id, signal);
  }

  async clearDeliveries(connectionId: string): Promise<void> {
    await this.#practiceControl.clear(await this.#target(connectionId));
  }

  async #target(connectionId: string): Promise<Target> {
    const { practice, name } = this.#connections.find(connectionId);
    if (practice) return this.#connections.target(connectionId);
    throw plainError(
      'refused',
      `This works on practice installations only, and ${name} is a real installation.`,
      'Select a practice installation.',
    );
  }
}
