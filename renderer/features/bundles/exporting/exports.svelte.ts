import type { Connections } from '../../../shared/installations/connections.svelte.ts';
import type { Drafts } from '../../../shared/drafts/drafts.svelte.ts';
import { BundleExport } from './bundle-export.svelte.ts';
import type { ExportStart } from './export-choice.svelte.ts';
import type { ExportApi } from './export-api.ts';

export class Exports {
  readonly #api: ExportApi;
  readonly #connections: Pick<Connections, 'find' | 'shown'>;
  readonly #drafts: Pick<Drafts, 'edited' | 'flushNow'>;
  current = $state.raw<BundleExport | null>(null);

  constructor(
    api: ExportApi,
    connections: Pick<Connections, 'find' | 'shown'>,
    drafts: Pick<Drafts, 'edited' | 'flushNow'>,
  ) {
    this.#api = api;
    this.#connections = connections;
    this.#drafts = drafts;
  }

  open(start: ExportStart): void {
    this.close();
    const [first] = start.webhooks.keys();
    const variant = first === undefined ? undefined : this.#connections.find(first)?.variant;
    const current = new BundleExport(
      this.#api,
      async (choice) => {
        // The host exports the drafts as last saved.
        await this.#drafts.flushNow();
        return choice.selection(
          this.#connections.shown.map(({ id }) => id),
          this.#drafts.edited.map(({ key }) => key),
        );
      },
      start,
      variant ?? 'B',
    );
    this.current = current;
    if (!current.choice.isEmpty) void current.prepare();
  }

  close(): void {
    this.current?.close();
    this.current = null;
  }
}
