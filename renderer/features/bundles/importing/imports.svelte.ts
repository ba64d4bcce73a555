import { createContext } from 'svelte';
import type { FileOpenEvent } from '#contract/bundle-import.ts';
import { FileImport } from './file-import.svelte.ts';
import type { ImportApi } from './import-api.ts';
import type { IncomingFile } from './incoming-file.ts';

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
