import { createContext } from 'svelte';
import { BundleExport, type ExportSources } from './bundle-export.svelte.ts';
import type { ExportStart } from './export-choice.svelte.ts';
import type { ExportApi } from './export-api.ts';

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
