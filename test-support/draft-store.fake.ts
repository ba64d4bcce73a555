import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { DraftChange, DraftStore, OpenDrafts } from '#core/store-ports.ts';

/** Drafts in memory instead of on disk. Fails with `problem` while it is set. */
export class FakeDraftStore implements DraftStore {
  held = new Map<string, StoredDraft>();
  refusal: string | null = null;
  problem: Problem | null = null;
  unreadable = 0;
  opening = 1;
  notice: string | null = null;
  /** The number of writes. */
  writes = 0;
  readonly #listeners: (() => void)[] = [];

  open(): Promise<OpenDrafts> {
    return this.#orProblem({
      opening: this.opening,
      notice: this.notice,
      holdsAny: this.held.size > 0,
    });
  }
  read(): Promise<{ drafts: readonly StoredDraft[]; unreadable: number }> {
    return this.#orProblem({ drafts: [...this.held.values()], unreadable: this.unreadable });
  }
  async write(changes: readonly DraftChange[]): Promise<void> {
    await this.#orProblem(null);
    this.writes += 1;
    for (const change of changes) {
      if (change.kind === 'save') this.held.set(change.draft.id, change.draft);
      else this.held.delete(change.draftId);
    }
  }
  setAside(): Promise<void> {
    this.held = new Map();
    this.opening += 1;
    this.problem = null;
    return Promise.resolve();
  }

  onReopened(listener: () => void): void {
    this.#listeners.push(listener);
  }
  /** Reopens the file, as another store may do. */
  reopen(): void {
    this.opening += 1;
    for (const listener of this.#listeners) listener();
  }

  #orProblem<Result>(result: Result): Promise<Result> {
    return this.problem === null
      ? Promise.resolve(result)
      : Promise.reject(new ProblemError(this.problem));
  }
}
