import type { BundleView, DraftNote, FileRowView, OpenedFile } from '#contract/bundle-import.ts';
import type { Problem } from '#domain/problem.ts';
import { problemOf } from '../../problem.ts';
import { Selection } from '../../selection.svelte.ts';
import { handOver } from './hand-over.ts';
import type { ImportRoom } from './import-room.ts';
import { type InstallationOrder, PlanReview } from './plan-review.svelte.ts';
import { RowTicks } from './row-ticks.svelte.ts';
import { refusalOf, type Taken } from './taken.ts';

/**
 * `opening`: it is handed over and read. `locked`: it takes a passphrase. `refused`: nothing of it is
 * kept. `read`: a person looks at it.
 */
export type FileStatus = 'opening' | 'locked' | 'refused' | 'read';

/** Drafts that were made of a file. */
export interface MadeDrafts {
  readonly connectionId: string;
  readonly draftIds: readonly string[];
  readonly notes: readonly DraftNote[];
}

/** One file in the window: what is in it, what of it is wanted, and where to. */
export class FileImport {
  readonly #room: ImportRoom;
  readonly #order: InstallationOrder;
  readonly #end = new AbortController();
  /** `null` as long as the core has none of it. */
  #fileId: string | null = null;

  readonly name: string;
  status = $state<FileStatus>('opening');
  /** How much of it the core has, from 0 to 1. */
  handed = $state(0);
  view = $state.raw<BundleView | null>(null);
  rows = $state.raw<readonly FileRowView[]>([]);
  /** Why it was refused, or what went wrong since. */
  problem = $state.raw<Problem | null>(null);
  /** Something is asked of the core; buttons wait. */
  busy = $state(false);
  readonly ticks = new RowTicks<FileRowView>(({ fault }) => fault === null);
  /** Installations that it is to be held against, by their ids. */
  readonly targets = new Selection();
  /** Whether webhooks that the file does not have are listed for removal. */
  alsoRemove = $state(false);
  /** What it would do on installations, as it was held against them last. */
  review = $state.raw<PlanReview | null>(null);
  /** Whether that is looked at, and not the file. */
  reviewing = $state(false);
  made = $state.raw<MadeDrafts | null>(null);

  readonly readable = $derived(this.rows.filter(({ fault }) => fault === null));
  readonly chosen = $derived(this.readable.filter((row) => this.ticks.has(row)));
  readonly isWhole = $derived(this.chosen.length === this.readable.length);

  constructor(room: ImportRoom, name: string, order: InstallationOrder) {
    this.#room = room;
    this.name = name;
    this.#order = order;
  }

  /** Hands over what a person chose, and has it read. What is too large is not even looked at. */
  async take(taken: Taken): Promise<void> {
    const refusal = refusalOf(taken);
    if (refusal !== null) {
      this.refuse(refusal);
      return;
    }
    const { signal } = this.#end;
    try {
      this.#fileId = await handOver(this.#room, taken, signal, (done, total) => {
        this.handed = done / total;
      });
      await this.see(await this.#room.openFile({ fileId: this.#fileId }, { signal }));
    } catch (error) {
      if (!signal.aborted) this.refuse(problemOf(error));
    }
  }

  /** Takes up a file that the core has opened. */
  async see(file: OpenedFile): Promise<void> {
    this.#fileId = file.fileId;
    if (file.status === 'locked') {
      this.status = 'locked';
      return;
    }
    this.view = file.view;
    this.status = 'read';
    this.problem = null;
    try {
      const rows: FileRowView[] = [];
      const { signal } = this.#end;
      for await (const part of await this.#room.fileRows({ fileId: file.fileId }, { signal })) {
        rows.push(...part);
      }
      this.rows = rows;
    } catch (error) {
      if (!this.#end.signal.aborted) this.problem = problemOf(error);
    }
  }

  refuse(problem: Problem): void {
    this.status = 'refused';
    this.problem = problem;
  }

  /** Tries a passphrase; `problem` says why it was not the right one. */
  async unlock(passphrase: string): Promise<void> {
    await this.#ask(async (fileId) => {
      await this.see(await this.#room.unlockFile({ fileId, passphrase }));
    });
  }

  /** Makes drafts of what is ticked. */
  async toDrafts(connectionId: string): Promise<void> {
    await this.#ask(async (fileId) => {
      const made = await this.#room.toDrafts({ fileId, connectionId, keys: this.#keys });
      this.made = { connectionId, ...made };
    });
  }

  /** Holds what is ticked against the installations that are chosen. Sends nothing. */
  plan(connectionIds: readonly string[]): void {
    const fileId = this.#fileId;
    if (fileId === null || connectionIds.length === 0) return;
    const earlier = this.review;
    earlier?.end();
    const alsoRemove = this.alsoRemove && this.isWhole;
    const input = { fileId, connectionIds: [...connectionIds], keys: this.#keys, alsoRemove };
    this.review = new PlanReview(this.#room, input, this.#order, earlier);
    this.reviewing = true;
    void this.review.prepare();
  }

  /** Back to what is in the file; what was decided stays. */
  leaveReview(): void {
    this.reviewing = false;
    if (this.review?.phase === 'ready') return;
    this.review?.end();
    this.review = null;
  }

  /** Gives it up: the core forgets it, too. */
  end(): void {
    this.#end.abort();
    this.review?.end();
    this.review = null;
    const fileId = this.#fileId;
    if (fileId !== null) void this.#room.forgetFile({ fileId }).catch(() => undefined);
  }

  /** What is ticked, as the core is told of it: `null` for all that there is. */
  get #keys(): string[] | null {
    return this.isWhole ? null : this.chosen.map(({ key }) => key);
  }

  async #ask(work: (fileId: string) => Promise<void>): Promise<void> {
    if (this.#fileId === null || this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      await work(this.#fileId);
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.busy = false;
    }
  }
}
