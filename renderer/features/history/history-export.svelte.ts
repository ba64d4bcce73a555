import type { HookdeskClient } from '#contract/index.ts';
import type { JournalFilter } from '#contract/journal.ts';
import { LatestTask } from '../../shared/latest-task.svelte.ts';

export class HistoryExport extends LatestTask {
  readonly #api: Pick<HookdeskClient['journal'], 'export'>;
  written = $state(0);

  constructor(api: Pick<HookdeskClient['journal'], 'export'>) {
    super();
    this.#api = api;
  }

  export(filter: JournalFilter): Promise<Blob | null> {
    this.written = 0;
    return this.run(async (signal) => {
      // Converts each part at once; converting all parts at the end would block the window.
      const parts: Blob[] = [];
      for await (const part of await this.#api.export({ filter }, { signal })) {
        if (signal.aborted) break;
        parts.push(new Blob([part]));
        this.written += part.length;
      }
      return new Blob(parts);
    });
  }
}
