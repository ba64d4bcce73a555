import type { ConnectionView } from '#contract/connections.ts';
import type { ProposedEntry } from '#domain/installation/propose-import.ts';
import { plainProblem } from '#domain/problem.ts';
import { LatestTask } from '../../../shared/latest-task.svelte.ts';
import type { Connections } from '../../../shared/installations/connections.svelte.ts';
import { readTextFile } from '../read-text-file.ts';

/** Bytes; Hookdesk's own exports are far smaller. */
const atMost = 8 * 1024 * 1024;

export class ImportChoice {
  readonly #connections: Connections;
  #text = '';
  readonly task = new LatestTask();

  fileName = $state<string | null>(null);
  plan = $state.raw<readonly ProposedEntry[]>([]);
  /** Indices of entries. */
  chosen = $state.raw<ReadonlySet<number>>(new Set());

  readonly possible = $derived(
    this.plan.filter(({ proposal }) => proposal !== 'impossible').map(({ index }) => index),
  );

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Existing connections are not preselected. */
  async open(file: File): Promise<void> {
    this.fileName = file.name;
    this.plan = [];
    this.chosen = new Set();
    await this.task.run(async (signal) => {
      const read = await readTextFile(file, atMost);
      if ('wrong' in read) {
        this.task.problem = plainProblem('refused', read.wrong, 'Select another file.', {});
        return;
      }
      const plan = await this.#connections.previewImport(read.text);
      if (signal.aborted) return;
      this.#text = read.text;
      this.plan = plan;
      this.choose(
        plan.filter(({ proposal }) => proposal === 'add').map(({ index }) => index),
        true,
      );
    });
  }

  choose(indices: readonly number[], wanted: boolean): void {
    const chosen = new Set(this.chosen);
    for (const index of indices) {
      if (wanted) chosen.add(index);
      else chosen.delete(index);
    }
    this.chosen = chosen;
  }

  /** Imports all chosen connections or none. */
  import(): Promise<readonly ConnectionView[]> {
    return this.#connections.import(this.#text, [...this.chosen]);
  }
}
