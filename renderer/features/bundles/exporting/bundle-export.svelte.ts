import type { ContractRouterClient } from '@orpc/contract';
import { createContext } from 'svelte';
import type {
  ExportFormat,
  exportProcedures,
  FoundSecretView,
  PlainTextView,
  PrepareExportEvent,
  WriteExportEvent,
  WriteExportInput,
} from '#contract/bundle-export.ts';
import type { SecretMark } from '#domain/bundle/export/found-secrets.ts';
import type { Problem } from '#domain/problem.ts';
import { textFilter } from '#domain/text/fold-text.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { Draft } from '../../../shared/drafts/draft.svelte.ts';
import type { Connections } from '../../../shared/installations/connections.svelte.ts';
import { problemOf } from '../../../shared/problem.ts';
import { NewPassphrase } from '../../../shared/secrets/new-passphrase.svelte.ts';
import { ExportChoice, type ExportStart } from './export-choice.svelte.ts';
import { KeptSecrets } from './kept-secrets.svelte.ts';

export type ExportApi = ContractRouterClient<typeof exportProcedures>;

type ExportPhase = 'choosing' | 'preparing' | 'failed' | 'prepared';

export type Prepared = Omit<Extract<PrepareExportEvent, { kind: 'end' }>, 'kind'>;

export type WrittenFile = Omit<Extract<WriteExportEvent, { kind: 'end' }>, 'kind'> & {
  readonly content: Blob;
};

export interface ExportSources {
  readonly connections: Pick<Connections, 'find' | 'shown'>;
  readonly drafts: {
    readonly edited: readonly Pick<Draft, 'key'>[];
    flushNow(): Promise<void>;
  };
}

export class BundleExport {
  readonly #api: ExportApi;
  readonly #sources: ExportSources;
  #preparing: AbortController | null = null;
  #writing = $state.raw<AbortController | null>(null);
  #written = $state.raw<{ readonly wanted: string; readonly file: WrittenFile } | null>(null);

  readonly choice: ExportChoice;
  readonly file: FileChoice;
  readonly secrets = new KeptSecrets();
  readonly plainTexts = new PlainTexts();

  phase = $state<ExportPhase>('choosing');
  progress = $state.raw({ done: 0, total: 0 });
  prepared = $state.raw<Prepared | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** `key/place` of texts to remove as a whole: a leak was found there, but no secret. */
  #takenOut = $state.raw<readonly string[]>([]);
  #saved = $state.raw<WrittenFile | null>(null);
  isMarking = $state(false);

  /** `null` if the choices changed since the file was written. */
  readonly written: WrittenFile | null = $derived.by(() => {
    const { prepared } = this;
    if (this.#written === null || prepared === null) return null;
    const wanted = JSON.stringify(this.#inputFor(prepared.exportId));
    return wanted === this.#written.wanted ? this.#written.file : null;
  });
  /** `key/place` of the leaks that can be taken out of the written file. */
  readonly removableLeaks: ReadonlySet<string> = $derived(
    new Set(this.written?.leaks.flatMap(({ at }) => (at ? [`${at.key}/${at.place}`] : []))),
  );
  readonly isWriting = $derived(this.#writing !== null);
  readonly isSaved = $derived(this.#saved !== null && this.#saved === this.written);

  constructor(api: ExportApi, sources: ExportSources, start: ExportStart) {
    this.#api = api;
    this.#sources = sources;
    this.choice = new ExportChoice(start);
    const [first = ''] = start.webhooks.keys();
    this.file = new FileChoice(sources.connections.find(first)?.variant ?? 'B');
  }

  async prepare(): Promise<void> {
    this.close();
    const preparing = new AbortController();
    this.#preparing = preparing;
    this.phase = 'preparing';
    this.problem = null;
    this.progress = { done: 0, total: 0 };
    const { signal } = preparing;
    const secrets: FoundSecretView[] = [];
    try {
      const { connections, drafts } = this.#sources;
      // The host exports the drafts as last saved.
      await drafts.flushNow();
      const selection = this.choice.selection(
        connections.shown.map(({ id }) => id),
        drafts.edited.map(({ key }) => key),
      );
      for await (const event of await this.#api.prepareExport(selection, { signal })) {
        if (signal.aborted) return;
        if (event.kind === 'progress') this.progress = { done: event.done, total: event.total };
        else if (event.kind === 'secrets') secrets.push(...event.secrets);
        else {
          this.secrets.take(secrets);
          this.prepared = event;
          this.phase = 'prepared';
        }
      }
      await this.#listPlainTexts();
    } catch (error) {
      if (signal.aborted) return;
      this.problem = problemOf(error);
      this.phase = 'failed';
    }
  }

  mark(mark: SecretMark): Promise<void> {
    return this.#search((exportId) => this.#api.markSecret({ exportId, mark }));
  }

  unmark(name: string): Promise<void> {
    return this.#search((exportId) => this.#api.unmarkSecret({ exportId, name }));
  }

  async #search(
    begin: (exportId: string) => Promise<AsyncIterable<FoundSecretView[]>>,
  ): Promise<void> {
    const { prepared } = this;
    if (prepared === null || this.isMarking) return;
    this.cancel();
    this.isMarking = true;
    try {
      const secrets: FoundSecretView[] = [];
      for await (const part of await begin(prepared.exportId)) secrets.push(...part);
      if (this.prepared !== prepared) return;
      this.#written = null;
      this.#saved = null;
      this.secrets.replace(secrets);
      await this.#listPlainTexts();
    } finally {
      this.isMarking = false;
    }
  }

  async #listPlainTexts(): Promise<void> {
    const { prepared } = this;
    if (prepared === null) return;
    const { exportId } = prepared;
    const texts: PlainTextView[] = [];
    for await (const part of await this.#api.plainTexts({ exportId })) texts.push(...part);
    if (this.prepared === prepared) this.plainTexts.all = texts;
  }

  chooseAgain(): void {
    this.close();
    this.problem = null;
    this.phase = 'choosing';
  }

  async show(name: string): Promise<void> {
    const { prepared } = this;
    if (prepared === null) return;
    const { value } = await this.#api.exportSecret({ exportId: prepared.exportId, name });
    if (this.prepared === prepared) this.secrets.show(name, value);
  }

  /** Returns `null` after a failure (see `problem`) or a cancel, or for an invalid passphrase. */
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
    // Converts each part at once; converting all parts at the end would block the window.
    const parts: Blob[] = [];
    try {
      for await (const event of await this.#api.writeExport(input, { signal })) {
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

  async takeOutLeaks(): Promise<WrittenFile | null> {
    this.#takenOut = [...new Set([...this.#takenOut, ...this.removableLeaks])];
    return this.write();
  }

  saved(file: WrittenFile): void {
    this.#saved = file;
  }

  cancel(): void {
    this.#writing?.abort();
    this.#writing = null;
  }

  /** The host releases what it read. */
  close(): void {
    this.cancel();
    this.#preparing?.abort();
    this.#preparing = null;
    const { prepared } = this;
    this.prepared = null;
    this.#written = null;
    this.#saved = null;
    this.#takenOut = [];
    this.secrets.take([]);
    this.plainTexts.all = null;
    // Errors are ignored: the host drops unused exports after a while.
    if (prepared !== null) {
      this.#api.forgetExport({ exportId: prepared.exportId }).catch(() => undefined);
    }
  }

  #inputFor(exportId: string): WriteExportInput {
    const { format, variant, withAddress, isSealed, passphrase } = this.file;
    return {
      exportId,
      format,
      variant,
      keep: this.secrets.kept.map(({ name }) => name),
      takeOut: [...this.#takenOut],
      withAddress: format === 'bundle' && withAddress,
      passphrase: isSealed ? passphrase.text : null,
    };
  }
}

class FileChoice {
  format = $state<ExportFormat>('bundle');
  variant = $state<VariantId>('B');
  withAddress = $state(false);
  sealed = $state(false);
  readonly passphrase = new NewPassphrase();

  readonly isSealed = $derived(this.format === 'bundle' && this.sealed);

  constructor(variant: VariantId) {
    this.variant = variant;
  }
}

/** What stays in the file, as the host listed it last. */
class PlainTexts {
  /** `null` before the first list. */
  all = $state.raw<readonly PlainTextView[] | null>(null);
  filter = $state('');

  readonly #searched = $derived((this.all ?? []).map(searchedText));
  readonly shown = $derived.by(() => {
    const all = this.all ?? [];
    const passes = textFilter(this.filter);
    if (passes === null) return all;
    const texts = this.#searched;
    return all.filter((_, at) => passes(texts[at] ?? ''));
  });
}

const searchedText = ({ header, text, uses }: PlainTextView): string =>
  [header ?? '', text, ...uses.flatMap((use) => [use.webhook, use.installation, use.words])].join(
    '\n',
  );

/** The export that the window shows. */
export class Exports {
  readonly #api: ExportApi;
  readonly #sources: ExportSources;
  current = $state.raw<BundleExport | null>(null);

  constructor(api: ExportApi, sources: ExportSources) {
    this.#api = api;
    this.#sources = sources;
  }

  open(start: ExportStart): void {
    this.close();
    const current = new BundleExport(this.#api, this.#sources, start);
    this.current = current;
    if (!current.choice.isEmpty) void current.prepare();
  }

  close(): void {
    this.current?.close();
    this.current = null;
  }
}

export const [getExports, setExports] = createContext<Exports>();
