import type { HookdeskClient } from '#contract/index.ts';
import type { SearchRow } from '#contract/search.ts';
import { summaryOf } from '#domain/webhook/webhook.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { fakeClient, streamOf } from '../../shared/testing/client.fake.ts';
import { seenInRows } from '#test-support/seen-webhooks.ts';

export const aRow = (connectionId: string, id: number, name = `Ops ${id}`): SearchRow => ({
  connectionId,
  key: id,
  webhook: { ...summaryOf(aWebhook()), id, name },
  edited: false,
  changed: false,
});

/** A host that finds the rows whose name contains the text, and records its calls. */
export class FakeSearch {
  rows: readonly SearchRow[];
  version = 1;
  /** Ids that were deleted or replaced. */
  gone: readonly number[] = [];
  problem: Error | null = null;
  values: string[] = [];
  readonly opened: string[] = [];
  readonly pages: number[] = [];
  readonly closed: string[] = [];
  /** Each search and selection waits for it. */
  gate: Promise<unknown> = Promise.resolve();
  #results = new Map<string, readonly SearchRow[]>();
  #changes = Promise.withResolvers<undefined>();

  constructor(rows: readonly SearchRow[]) {
    this.rows = rows;
  }

  change(rows: readonly SearchRow[]): void {
    this.rows = rows;
    this.version += 1;
    this.#changes.resolve(undefined);
    this.#changes = Promise.withResolvers();
  }

  #resultsOf(searchId: string): readonly SearchRow[] {
    const rows = this.#results.get(searchId);
    if (rows === undefined) throw new Error(`${searchId} is closed`);
    return rows;
  }

  readonly noted: string[] = [];

  readonly client: HookdeskClient = fakeClient({
    recent: {
      noteSearch: ({ text }) => {
        this.noted.push(text);
        return Promise.reject(new Error('locked'));
      },
    },
    search: {
      open: async ({ text }) => {
        this.opened.push(text);
        const { rows, version } = this;
        await this.gate;
        if (this.problem !== null) throw this.problem;
        const mistakes = text.startsWith('hots:')
          ? [{ start: 0, end: text.length, message: 'Use host:.' }]
          : [];
        const found = rows.filter(({ webhook }) => webhook?.name.includes(text) === true);
        const searchId = `search ${this.opened.length}`;
        this.#results.set(searchId, found);
        const coverage = {
          installations: 2,
          searched: 2,
          neverRead: [],
          notLoaded: [],
          oldestReadAt: new Date(),
        };
        return { searchId, total: found.length, coverage, mistakes, version };
      },
      rows: ({ searchId, from, count }) => {
        this.pages.push(from);
        return Promise.resolve({ rows: this.#resultsOf(searchId).slice(from, from + count) });
      },
      indexOf: ({ searchId, ...sought }) => {
        const index = this.#resultsOf(searchId).findIndex(
          ({ connectionId, key }) => connectionId === sought.connectionId && key === sought.key,
        );
        return Promise.resolve({ index });
      },
      selection: async ({ searchId }) => {
        const byId = Map.groupBy(this.#resultsOf(searchId), ({ connectionId }) => connectionId);
        const installations = [...byId].map(([connectionId, rows]) => ({
          connectionId,
          webhooks: seenInRows(rows.flatMap(({ webhook }) => webhook ?? [])),
        }));
        await this.gate;
        return { installations, withoutId: 0 };
      },
      checkSelection: ({ searchId, selection }) => {
        const results = this.#resultsOf(searchId ?? '');
        const all = selection.flatMap(({ connectionId, webhooks }) =>
          webhooks.map((seen) => ({ connectionId, ...seen })),
        );
        const left = all.filter(({ id }) => !this.gone.includes(id));
        const rowOf = (rows: readonly SearchRow[], sought: { connectionId: string; id: number }) =>
          rows.find(
            ({ connectionId, key }) => connectionId === sought.connectionId && key === sought.id,
          );
        return Promise.resolve({
          gone: all
            .filter(({ id }) => this.gone.includes(id))
            .map(({ connectionId, id }) => ({ connectionId, webhookId: id })),
          changed: left.filter((each) => rowOf(this.rows, each)?.webhook?.digest !== each.digest)
            .length,
          notShown: left.filter((each) => rowOf(results, each) === undefined).length,
        });
      },
      values: () => Promise.resolve(this.values),
      close: ({ searchId }) => {
        this.closed.push(searchId);
        this.#results.delete(searchId);
        return Promise.resolve();
      },
      watch: () => Promise.resolve(streamOf(this.#versions())),
    },
  });

  async *#versions(): AsyncGenerator<{ version: number }, void, void> {
    for (;;) {
      yield { version: this.version };
      await this.#changes.promise;
    }
  }
}
