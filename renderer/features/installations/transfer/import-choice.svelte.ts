import type { ConnectionView } from '#contract/connections.ts';
import type { ImportEntry } from '#domain/installation/import-plan.ts';
import type { Problem } from '#domain/problem.ts';
import type { Connections } from '../../../shared/installations/connections.svelte.ts';
import { problemOf } from '../../../shared/problem.ts';

export class ImportChoice {
  readonly #connections: Connections;
  #text = '';
  #reading = 0;

  fileName = $state<string | null>(null);
  plan = $state.raw<readonly ImportEntry[]>([]);
  chosen = $state.raw<ReadonlySet<number>>(new Set());
  problem = $state.raw<Problem | null>(null);
  importing = $state(false);

  readonly possible = $derived(
    this.plan.filter(({ proposal }) => proposal !== 'impossible').map(({ index }) => index),
  );

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Existing connections are not preselected. */
  async read(fileName: string, text: string): Promise<void> {
    const reading = ++this.#reading;
    this.#clear(fileName);
    try {
      const plan = await this.#connections.previewImport(text);
      // The user chose another file in the meantime.
      if (reading !== this.#reading) return;
      this.#text = text;
      this.plan = plan;
      this.chosen = new Set(
        plan.filter(({ proposal }) => proposal === 'add').map(({ index }) => index),
      );
    } catch (error) {
      if (reading === this.#reading) this.problem = problemOf(error);
    }
  }

  fail(fileName: string, problem: Problem): void {
    this.#reading += 1;
    this.#clear(fileName);
    this.problem = problem;
  }

  choose(index: number, wanted: boolean): void {
    const chosen = new Set(this.chosen);
    if (wanted) chosen.add(index);
    else chosen.delete(index);
    this.chosen = chosen;
  }

  chooseAll(wanted: boolean): void {
    this.chosen = new Set(wanted ? this.possible : []);
  }

  /** Imports all chosen connections or none. Returns `null` after a failure. */
  async import(): Promise<readonly ConnectionView[] | null> {
    this.problem = null;
    this.importing = true;
    try {
      return await this.#connections.import(this.#text, [...this.chosen]);
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    } finally {
      this.importing = false;
    }
  }

  #clear(fileName: string): void {
    this.fileName = fileName;
    this.plan = [];
    this.chosen = new Set();
    this.problem = null;
  }
}
