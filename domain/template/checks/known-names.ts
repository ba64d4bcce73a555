import { alertTokens } from '../catalogue.ts';
import type { OwnToken } from '../own-tokens.ts';

export class KnownNames {
  readonly longest: number;
  readonly #names: ReadonlySet<string>;
  readonly #byFolded: ReadonlyMap<string, readonly string[]>;

  constructor(ownTokens: readonly OwnToken[], forJobs: boolean) {
    const documented = forJobs ? [] : alertTokens;
    this.#names = new Set([...documented, ...ownTokens].map(({ name }) => name));
    this.#byFolded = Map.groupBy(this.#names, (name) => name.toLowerCase());
    this.longest = Math.max(0, ...[...this.#names].map(({ length }) => length));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Ignores case, but returns only `name` when it is known. */
  matching(name: string): readonly string[] {
    if (this.#names.has(name)) return [name];
    if (name.length > this.longest) return [];
    return this.#byFolded.get(name.toLowerCase()) ?? [];
  }

  all(): Iterable<string> {
    return this.#names;
  }
}
