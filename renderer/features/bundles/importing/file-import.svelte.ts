import type { ContractRouterClient } from '@orpc/contract';
import { createContext } from 'svelte';
import {
  type BundleView,
  type FileOpenEvent,
  type FileRowView,
  type importProcedures,
  maxFilePartLength,
  type OpenedFile,
} from '#contract/bundle-import.ts';
import type { SourceOf } from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import { base64Of } from '#domain/text/base64.ts';
import { problemOf } from '../../../shared/problem.ts';
import { KeyTicks, RowTicks } from '../../../shared/rows/ticks.svelte.ts';
import type { Plan } from '../../plan/plan.svelte.ts';
import { type IncomingFile, refusalOf } from './incoming-file.ts';

export type ImportApi = ContractRouterClient<typeof importProcedures>;

type FileStatus = 'opening' | 'locked' | 'refused' | 'read';

type MadeDrafts = Awaited<ReturnType<ImportApi['toDrafts']>> & { readonly connectionId: string };

export class FileImport {
  readonly #api: ImportApi;
  readonly #end = new AbortController();
  fileId: string | null = null;

  readonly name: string;
  status = $state<FileStatus>('opening');
  /** From 0 to 1. */
  handed = $state(0);
  view = $state.raw<BundleView | null>(null);
  rows = $state.raw<readonly FileRowView[]>([]);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  readonly ticks = new RowTicks<FileRowView>(
    ({ fault }) => fault === null,
    ({ key }) => key,
  );
  readonly targets = new KeyTicks();
  /** Whether each row goes only to the installation that it comes from, instead of to all targets. */
  eachToItsSource = $state(false);
  /** Whether to propose deleting webhooks that the file does not contain. */
  alsoRemove = $state(false);
  /** The last plan of the file, whose answers and secrets apply to the next one. */
  plan = $state.raw<Plan | null>(null);
  made = $state.raw<MadeDrafts | null>(null);

  readonly readable = $derived(this.rows.filter(({ fault }) => fault === null));
  readonly chosen = $derived(this.readable.filter((row) => this.ticks.has(row)));
  /** The installations here that the file names as its sources. */
  readonly sourceIds = $derived([
    ...new Set(this.view?.sources.flatMap(({ connectionId }) => connectionId ?? [])),
  ]);
  readonly isWhole = $derived(this.chosen.length === this.readable.length);

  constructor(api: ImportApi, name: string) {
    this.#api = api;
    this.name = name;
  }

  async take(taken: IncomingFile): Promise<void> {
    const refusal = refusalOf(taken);
    if (refusal !== null) {
      this.refuse(refusal);
      return;
    }
    const { signal } = this.#end;
    try {
      this.fileId = await uploadFile(this.#api, taken, signal, (done, total) => {
        this.handed = done / total;
      });
      await this.see(await this.#api.openFile({ fileId: this.fileId }, { signal }));
    } catch (error) {
      if (!signal.aborted) this.refuse(problemOf(error));
    }
  }

  async see(file: OpenedFile): Promise<void> {
    this.fileId = file.fileId;
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
      for await (const part of await this.#api.fileRows({ fileId: file.fileId }, { signal })) {
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

  async unlock(passphrase: string): Promise<void> {
    await this.#ask(async (fileId) => {
      const { signal } = this.#end;
      await this.see(await this.#api.unlockFile({ fileId, passphrase }, { signal }));
    });
  }

  async toDrafts(connectionId: string): Promise<void> {
    await this.#ask(async (fileId) => {
      const made = await this.#api.toDrafts({ fileId, connectionId, keys: this.#keys });
      this.made = { connectionId, ...made };
    });
  }

  /** `null` while nothing can be planned. */
  sourceFor(connectionIds: readonly string[]): SourceOf<'bundle'> | null {
    const fileId = this.fileId;
    if (fileId === null || connectionIds.length === 0) return null;
    return {
      kind: 'bundle',
      fileId,
      connectionIds: [...connectionIds],
      keys: this.#keys,
      alsoRemove: this.alsoRemove && this.isWhole,
      // The person selects other installations when every source was removed or is read-only.
      eachToItsSource:
        this.eachToItsSource && connectionIds.every((id) => this.sourceIds.includes(id)),
    };
  }

  end(): void {
    this.#end.abort();
    this.plan?.forget();
    const fileId = this.fileId;
    if (fileId !== null) void this.#api.forgetFile({ fileId }).catch(() => undefined);
  }

  /** `null` for all rows, which keeps the request short. */
  get #keys(): string[] | null {
    return this.isWhole ? null : this.chosen.map(({ key }) => key);
  }

  async #ask(work: (fileId: string) => Promise<void>): Promise<void> {
    if (this.fileId === null || this.busy) return;
    this.busy = true;
    this.problem = null;
    try {
      await work(this.fileId);
    } catch (error) {
      this.problem = problemOf(error);
    } finally {
      this.busy = false;
    }
  }
}

/** Bytes in a part: base64 needs four characters for three bytes. */
const partBytes = (maxFilePartLength / 4) * 3;

/** @throws the core's problem if it refuses the file; `AbortError` after an abort */
async function uploadFile(
  api: Pick<ImportApi, 'beginFile' | 'addToFile' | 'forgetFile'>,
  { name, content, parts }: IncomingFile,
  signal: AbortSignal,
  onpart: (done: number, total: number) => void,
): Promise<string> {
  const blob = typeof content === 'string' ? new Blob([content]) : content;
  const { fileId } = await api.beginFile(
    { name, bytes: blob.size, parts: parts === undefined ? null : [...parts] },
    { signal },
  );
  try {
    for (let at = 0; at < blob.size; at += partBytes) {
      const part = blob.slice(at, at + partBytes);
      const bytes = new Uint8Array(await part.arrayBuffer());
      await api.addToFile({ fileId, part: base64Of(bytes) }, { signal });
      onpart(at + bytes.length, blob.size);
    }
  } catch (error) {
    // Without this the core would retain the parts.
    void api.forgetFile({ fileId }).catch(() => undefined);
    throw error;
  }
  return fileId;
}

/** The opened file that the window shows. */
export class Imports {
  readonly #api: ImportApi;
  current = $state.raw<FileImport | null>(null);

  constructor(api: ImportApi) {
    this.#api = api;
  }

  /** Returns the replaced file, which can be restored. */
  open(taken: IncomingFile): FileImport | null {
    const file = new FileImport(this.#api, taken.name);
    const before = this.#replace(file);
    void file.take(taken);
    return before;
  }

  see(event: FileOpenEvent): FileImport | null {
    const name = event.kind === 'refused' ? event.name : nameOf(event.file);
    const file = new FileImport(this.#api, name);
    const before = this.#replace(file);
    if (event.kind === 'refused') file.refuse(event.problem);
    else void file.see(event.file);
    return before;
  }

  putBack(file: FileImport): void {
    this.current?.end();
    this.current = file;
  }

  close(): FileImport | null {
    return this.#replace(null);
  }

  async follow(onoffered: (event: FileOpenEvent) => void): Promise<void> {
    for await (const event of await this.#api.filesToOpen()) onoffered(event);
  }

  #replace(file: FileImport | null): FileImport | null {
    const before = this.current;
    this.current = file;
    if (before?.status === 'read') return before;
    before?.end();
    return null;
  }
}

const nameOf = (file: Extract<FileOpenEvent, { kind: 'file' }>['file']): string =>
  file.status === 'locked' ? file.name : file.view.name;

export const [getImports, setImports] = createContext<Imports>();
