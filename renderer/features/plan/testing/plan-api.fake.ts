import type { PlanRowView, PrepareEvent, RunEvent } from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import { ORPCError } from '@orpc/client';
import type { PlanDrafts } from '../plan.svelte.ts';
import type { PlanApi } from '../plan-api.ts';
import { streamOf } from '../../../shared/testing/client.fake.ts';

/** A api of plans whose runs a test carries out by telling their events. */
export class FakePlanApi {
  /** What was asked of it, such as `run a b`. */
  readonly calls: string[] = [];
  rows: readonly PlanRowView[] = [];
  unfinished: Awaited<ReturnType<PlanApi['unfinished']>> = [];
  /** Why the next call is refused. */
  refusal: Problem | null = null;
  /** What those hear who watch, `null` for the end. */
  readonly #told: (RunEvent | null)[] = [];
  #more = Promise.withResolvers<null>();

  /** Tells whoever watches, now or later; `null` for the end. */
  tell(...events: readonly (RunEvent | null)[]): void {
    this.#told.push(...events);
    this.#more.resolve(null);
  }

  get api(): PlanApi {
    const said = <T>(call: string, answer: T): Promise<T> => {
      this.calls.push(call);
      const { refusal } = this;
      this.refusal = null;
      return refusal === null
        ? Promise.resolve(answer)
        : Promise.reject(new ORPCError('PROBLEM', { data: refusal }));
    };
    return {
      prepare: (source) =>
        said(
          `prepare ${source.kind === 'drafts' ? source.draftIds.join(' ') : source.kind}`,
          this.#prepared(),
        ),
      row: () => Promise.reject(new Error('no test asks for a row')),
      rows: ({ planId }) => said(`rows ${planId}`, this.#rowsOf()),
      decide: ({ keys, decision }) => {
        const how = decision.kind === 'method' ? decision.method : decision.kind;
        return said(`decide ${how} ${keys.join(' ')}`, this.#decided(keys));
      },
      run: ({ keys }) =>
        said(`run ${'except' in keys ? this.#allBut(keys.except) : keys.join(' ')}`, undefined),
      watch: ({ planId }) => said(`watch ${planId}`, streamOf(this.#watched())),
      cancel: () => said('cancel', undefined),
      report: ({ format }) =>
        said(`report ${format}`, { fileName: `plan.${format}`, text: 'Done' }),
      unfinished: () => said('unfinished', this.unfinished),
      resume: () => said('resume', undefined),
      dismiss: ({ planId }) => said(`dismiss ${planId}`, undefined),
    };
  }

  /** Keys of the rows that are ready, as the host takes them. */
  #allBut(except: readonly string[]): string {
    const ready = this.rows.filter(({ key, state }) => state === 'ready' && !except.includes(key));
    return ready.map(({ key }) => key).join(' ');
  }

  /** The host has nothing against these rows any more. */
  #decided(keys: readonly string[]): PlanRowView[] {
    return this.rows
      .filter(({ key }) => keys.includes(key))
      .map((row) => ({ ...row, state: 'ready', problem: null, reasons: [] }));
  }

  #rowsOf() {
    const { rows } = this;
    return streamOf(
      (async function* (): AsyncGenerator<PlanRowView[], void, void> {
        yield await Promise.resolve([...rows]);
      })(),
    );
  }

  #prepared() {
    const { rows } = this;
    return streamOf(
      (async function* (): AsyncGenerator<PrepareEvent, void, void> {
        await Promise.resolve();
        yield { kind: 'progress', of: 'installations', done: 1, total: 1 };
        yield { kind: 'rows', rows: [...rows] };
        yield { kind: 'end', planId: 'plan', title: 'Publish' };
      })(),
    );
  }

  async *#watched(): AsyncGenerator<RunEvent, void, void> {
    for (;;) {
      const event = this.#told.shift();
      if (event === null) return;
      if (event !== undefined) yield event;
      else {
        await this.#more.promise;
        this.#more = Promise.withResolvers();
      }
    }
  }
}

/** Drafts that are as they were, and that note what is settled. */
export class FakePlanDrafts implements PlanDrafts {
  readonly changed = new Set<string>();
  readonly gone = new Set<string>();

  ready(): ReturnType<PlanDrafts['ready']> {
    return Promise.resolve(new Map());
  }
  stillThere: PlanDrafts['stillThere'] = (source) =>
    source.kind === 'drafts'
      ? { ...source, draftIds: source.draftIds.filter((id) => !this.gone.has(id)) }
      : source;
  changedSince: PlanDrafts['changedSince'] = ({ draftId }) =>
    draftId !== null && this.changed.has(draftId);
}
