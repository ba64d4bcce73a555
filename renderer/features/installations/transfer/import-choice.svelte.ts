import type { ConnectionView } from '#contract/connections.ts';
import type { ImportEntry } from '#domain/installation/import-plan.ts';
import type { Problem } from '#domain/problem.ts';
import type { Connections } from '../../../model/connections.svelte.ts';
import { problemOf } from '../../../model/problem.ts';

/** A file of connections, what importing it would do, and which of it a person wants. */
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

  /** Shows what a file would do. What is there already is not chosen, unless a person does. */
  async read(fileName: string, text: string): Promise<void> {
    const reading = ++this.#reading;
    this.#clear(fileName);
    try {
      const plan = await this.#connections.previewImport(text);
      // A file that was chosen meanwhile counts.
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

  /** A file that could not even be read. */
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

  /** Adds what was chosen: all of it, or nothing. `null` where that failed. */
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
