import type { HookdeskClient } from '#contract/index.ts';
import type { InstallationCoverage } from '#contract/coverage.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../shared/problem.ts';
import { gapsOf } from './labels.ts';

export class CoverageOfAll {
  readonly #api: HookdeskClient['coverage'];
  #loading: AbortController | null = null;

  all = $state.raw<readonly InstallationCoverage[]>([]);
  isLoading = $state(false);
  problem = $state.raw<Problem | null>(null);
  onlyGaps = $state(false);

  readonly shown = $derived(this.onlyGaps ? this.all.filter((each) => gapsOf(each) > 0) : this.all);
  readonly neverRead = $derived(
    this.all.filter(({ readAt }) => readAt === null).map(({ connectionId }) => connectionId),
  );

  constructor(api: HookdeskClient['coverage']) {
    this.#api = api;
  }

  async load(): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const { signal } = loading;
    this.isLoading = true;
    this.problem = null;
    try {
      const all: InstallationCoverage[] = [];
      for await (const each of await this.#api.ofAll(undefined, { signal })) all.push(each);
      if (!signal.aborted) this.all = all;
    } catch (error) {
      if (!signal.aborted) this.problem = problemOf(error);
    } finally {
      if (this.#loading === loading) this.isLoading = false;
    }
  }

  stop(): void {
    this.#loading?.abort();
  }
}
