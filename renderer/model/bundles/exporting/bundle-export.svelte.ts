import type {
  ExportSelection,
  FoundSecretView,
  PrepareExportEvent,
  WriteExportEvent,
  WriteExportInput,
} from '#contract/bundle-export.ts';
import type { Problem } from '#domain/problem.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { problemOf } from '../../problem.ts';
import { ExportChoice, type ExportStart } from './export-choice.svelte.ts';
import type { ExportRoom } from './export-room.ts';
import { FileChoice } from './file-choice.svelte.ts';
import { KeptSecrets } from './kept-secrets.svelte.ts';

/**
 * `choosing`: what is to go. `preparing`: the installations are read. `failed`: that did not come to an
 * end. `prepared`: a person looks at the secrets that were found, and says what the file is to be.
 */
type ExportPhase = 'choosing' | 'preparing' | 'failed' | 'prepared';

export type Prepared = Omit<Extract<PrepareExportEvent, { kind: 'end' }>, 'kind'>;

/** A file that was written, and is not saved before a person has seen what is wrong with it. */
export type WrittenFile = Omit<Extract<WriteExportEvent, { kind: 'end' }>, 'kind'> & {
  /** Its text. */
  readonly content: Blob;
};

/** What is to be exported as it stands now: what is not there any more does not go. */
type SelectionNow = (choice: ExportChoice) => Promise<ExportSelection>;

/** One export in the window: what goes, what of it is secret, what the file is, and the file itself. */
export class BundleExport {
  readonly #room: ExportRoom;
  readonly #selectionNow: SelectionNow;
  #preparing: AbortController | null = null;
  #writing = $state.raw<AbortController | null>(null);
  /** The file that was written last, and as what it was asked for. */
  #written = $state.raw<{ readonly wanted: string; readonly file: WrittenFile } | null>(null);

  readonly choice: ExportChoice;
  readonly file: FileChoice;
  readonly secrets = new KeptSecrets();

  phase = $state<ExportPhase>('choosing');
  progress = $state.raw({ done: 0, total: 0 });
  prepared = $state.raw<Prepared | null>(null);
  /** Why it could not be prepared, or the file not be written. */
  problem = $state.raw<Problem | null>(null);
  /** Texts that are taken out as a whole, though no secret was found in them: `key/place`. */
  #takenOut = $state.raw<readonly string[]>([]);
  /** The file that was saved last. */
  #saved = $state.raw<WrittenFile | null>(null);

  /** The file, where it is what is asked for now. */
  readonly written: WrittenFile | null = $derived.by(() => {
    const { prepared } = this;
    if (this.#written === null || prepared === null) return null;
    const wanted = JSON.stringify(this.#inputFor(prepared.exportId));
    return wanted === this.#written.wanted ? this.#written.file : null;
  });
  readonly isWriting = $derived(this.#writing !== null);
  readonly isSaved = $derived(this.#saved !== null && this.#saved === this.written);

  /**
   * @param selectionNow what is asked of the host for what was chosen
   * @param variant whose list the raw format is at first
   */
  constructor(
    room: ExportRoom,
    selectionNow: SelectionNow,
    start: ExportStart,
    variant: VariantId,
  ) {
    this.#room = room;
    this.#selectionNow = selectionNow;
    this.choice = new ExportChoice(start);
    this.file = new FileChoice(variant);
  }

  /** Reads what was chosen, and looks for secrets in it. */
  async prepare(): Promise<void> {
    this.#letGo();
    const preparing = new AbortController();
    this.#preparing = preparing;
    this.phase = 'preparing';
    this.problem = null;
    this.progress = { done: 0, total: 0 };
    const { signal } = preparing;
    const secrets: FoundSecretView[] = [];
    try {
      const selection = await this.#selectionNow(this.choice);
      for await (const event of await this.#room.prepareExport(selection, { signal })) {
        if (signal.aborted) return;
        if (event.kind === 'progress') this.progress = { done: event.done, total: event.total };
        else if (event.kind === 'secrets') secrets.push(...event.secrets);
        else {
          this.secrets.take(secrets);
          this.prepared = event;
          this.phase = 'prepared';
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      this.problem = problemOf(error);
      this.phase = 'failed';
    }
  }

  /** Back to what is to go. */
  chooseAgain(): void {
    this.#letGo();
    this.problem = null;
    this.phase = 'choosing';
  }

  /** Asks for the value of a secret, to be shown. */
  async show(name: string): Promise<void> {
    const { prepared } = this;
    if (prepared === null) return;
    const { value } = await this.#room.exportSecret({ exportId: prepared.exportId, name });
    if (this.prepared === prepared) this.secrets.show(name, value);
  }

  /**
   * Writes the file, unless it is written already; `null` where that failed, which `problem` says, was
   * cancelled, or where the passphrase is not fit to seal it.
   */
  async write(): Promise<WrittenFile | null> {
    const { prepared } = this;
    if (prepared === null) return null;
    if (this.file.isSealed && !this.file.passphrase.check()) return null;
    if (this.written !== null) return this.written;
    this.cancel();
    const writing = new AbortController();
    this.#writing = writing;
    this.problem = null;
    const { signal } = writing;
    const input = this.#inputFor(prepared.exportId);
    // A part becomes bytes when it comes: all of them at once would hold the window up.
    const parts: Blob[] = [];
    try {
      for await (const event of await this.#room.writeExport(input, { signal })) {
        if (signal.aborted) return null;
        if (event.kind === 'text') parts.push(new Blob([event.text]));
        else {
          const file = { ...event, content: new Blob(parts) };
          this.#written = { wanted: JSON.stringify(input), file };
        }
      }
      return this.written;
    } catch (error) {
      if (!signal.aborted) this.problem = problemOf(error);
      return null;
    } finally {
      if (this.#writing === writing) this.#writing = null;
    }
  }

  /** Writes the file anew, without the texts in which something was found that should not be there. */
  async takeOutLeaks(): Promise<WrittenFile | null> {
    const found = this.written?.leaks.flatMap(({ at }) => (at ? [`${at.key}/${at.place}`] : []));
    this.#takenOut = [...new Set([...this.#takenOut, ...(found ?? [])])];
    return this.write();
  }

  /** The file went to where the person keeps it. */
  saved(file: WrittenFile): void {
    this.#saved = file;
  }

  /** Ends the writing of the file. */
  cancel(): void {
    this.#writing?.abort();
    this.#writing = null;
  }

  /** Nobody needs it any more. */
  close(): void {
    this.#letGo();
  }

  #inputFor(exportId: string): WriteExportInput {
    return this.file.input(
      exportId,
      this.secrets.kept.map(({ name }) => name),
      this.#takenOut,
    );
  }

  #letGo(): void {
    this.cancel();
    this.#preparing?.abort();
    this.#preparing = null;
    const { prepared } = this;
    this.prepared = null;
    this.#written = null;
    this.#saved = null;
    this.#takenOut = [];
    this.secrets.take([]);
    // The host forgets it by itself after a while.
    if (prepared !== null) {
      this.#room.forgetExport({ exportId: prepared.exportId }).catch(() => undefined);
    }
  }
}
