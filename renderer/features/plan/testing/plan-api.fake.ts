import type {
  PlanRowView,
  PrepareEvent,
  RowFindings,
  RowsEvent,
  RunEvent,
} from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import { ORPCError } from '@orpc/client';
import type { PlanDrafts } from '../plan.svelte.ts';
import type { PlanApi } from '../plan-run.svelte.ts';
import { streamOf } from '../../../shared/testing/client.fake.ts';

type Prepared = Parameters<PlanApi['prepare']>[0];

/** A fake plan API; a test emits the events of a run with `tell`. */
export class FakePlanApi {
  /** The calls, such as `run a b`. */
  readonly calls: string[] = [];
  rows: readonly PlanRowView[] = [];
  unfinished: Awaited<ReturnType<PlanApi['unfinished']>> = [];
  /** The response to an answer or secret; by default, the rows become ready. */
  replan: { rows: PlanRowView[]; gone: string[] } | null = null;
  /** Installations that cannot be read, and why. */
  readonly unread = new Map<string, Problem>();
  /** The parts in which the host reports findings. */
  findings: { done: number; found: RowFindings[] }[] = [];
  #plans = 0;
  /** The problem that the next call throws. */
  refusal: Problem | null = null;
  /** Events for the watcher; `null` ends the stream. */
  readonly #told: (RunEvent | null)[] = [];
  #more = Promise.withResolvers<null>();
  readonly #later: RunEvent[] = [];
  #moreLater = Promise.withResolvers<null>();

  /** Emits events to the current or next watcher; `null` ends the stream. */
  tell(...events: readonly (RunEvent | null)[]): void {
    this.#told.push(...events);
    this.#more.resolve(null);
  }

  /** Emits events of outcomes that are found after the end. */
  find(...events: readonly RunEvent[]): void {
    this.#later.push(...events);
    this.#moreLater.resolve(null);
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
      prepare: (source) => said(preparing(source), streamOf(this.#prepared(source))),
      row: () => Promise.reject(new Error('no test asks for a row')),
      rows: ({ planId }) => said(`rows ${planId}`, this.#rowsOf()),
      // Not in `calls`: each preparation asks for them.
      findings: () => Promise.resolve(streamOf(this.#findingsOf())),
      answer: ({ answers }) =>
        said(
          answers
            .map(({ keys, answer }) => `answer ${JSON.stringify(answer)} ${keys.join(' ')}`)
            .join(', '),
          streamOf(this.#answered(answers.flatMap(({ keys }) => keys))),
        ),
      giveSecret: ({ connectionId, name, remember }) =>
        said(
          `give ${connectionId} ${name}${remember ? ', remember' : ''}`,
          streamOf(this.#answered([])),
        ),
      withdrawSecret: ({ connectionId, name }) =>
        said(`withdraw ${connectionId} ${name}`, streamOf(this.#answered([]))),
      forget: ({ planId }) => said(`forget ${planId}`, undefined),
      run: ({ keys }) =>
        said(`run ${'except' in keys ? this.#allBut(keys.except) : keys.join(' ')}`, undefined),
      watch: ({ planId }) => said(`watch ${planId}`, streamOf(this.#watched())),
      outcomes: () => Promise.resolve(streamOf(this.#found())),
      cancel: () => said('cancel', undefined),
      report: ({ format }) =>
        said(`report ${format}`, { fileName: `plan.${format}`, text: 'Done' }),
      unfinished: () => said('unfinished', this.unfinished),
      resume: () => said('resume', undefined),
      dismiss: ({ planId }) => said(`dismiss ${planId}`, undefined),
    };
  }

  /** Keys of the ready rows without `except`. */
  #allBut(except: readonly string[]): string {
    const ready = this.rows.filter(({ key, state }) => state === 'ready' && !except.includes(key));
    return ready.map(({ key }) => key).join(' ');
  }

  /** Makes these rows ready, unless `replan` is set. */
  async *#answered(keys: readonly string[]): AsyncGenerator<RowsEvent, void, void> {
    await Promise.resolve();
    const rows = this.rows
      .filter(({ key }) => keys.includes(key))
      .map((row): PlanRowView => ({
        ...row,
        state: 'ready',
        needs: [],
        problem: null,
        reasons: [],
        selected: true,
      }));
    yield { kind: 'rows', rows: this.replan?.rows ?? rows };
    yield { kind: 'end', gone: this.replan?.gone ?? [] };
  }

  async *#findingsOf(): AsyncGenerator<{ done: number; found: RowFindings[] }, void, void> {
    await Promise.resolve();
    yield* this.findings;
  }

  #rowsOf() {
    const { rows } = this;
    return streamOf(
      (async function* (): AsyncGenerator<PlanRowView[], void, void> {
        yield await Promise.resolve([...rows]);
      })(),
    );
  }

  async *#prepared(source: Prepared): AsyncGenerator<PrepareEvent, void, void> {
    await Promise.resolve();
    this.#plans += 1;
    const planId = this.#plans === 1 ? 'plan' : `plan-${this.#plans}`;
    if (source.kind === 'bundle') yield* this.#compared(source.connectionIds);
    else {
      yield { kind: 'rows', rows: [...this.rows] };
    }
    yield { kind: 'end', planId, title: 'Publish' };
  }

  *#compared(connectionIds: readonly string[]): Generator<PrepareEvent, void, void> {
    for (const connectionId of connectionIds) {
      const problem = this.unread.get(connectionId) ?? null;
      const at = {
        kind: 'progress',
        connectionId,
        read: 3,
        total: null,
        unaddressable: 0,
      } as const;
      if (problem !== null) {
        yield { ...at, problem, step: 'failed' };
        continue;
      }
      const rows = this.rows.filter((row) => row.connectionId === connectionId);
      yield { kind: 'rows', rows };
      yield { ...at, problem, step: 'done' };
    }
  }

  async *#found(): AsyncGenerator<RunEvent, void, void> {
    for (;;) {
      const event = this.#later.shift();
      if (event !== undefined) yield event;
      else {
        await this.#moreLater.promise;
        this.#moreLater = Promise.withResolvers();
      }
    }
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

function preparing(source: Prepared): string {
  const again = source.earlier === undefined ? '' : ` after ${source.earlier}`;
  switch (source.kind) {
    case 'drafts':
      return `prepare ${source.draftIds.join(' ')}${again}`;
    case 'bundle': {
      const rows = source.keys?.join(' ') ?? 'all';
      const removals = source.alsoRemove ? ', removals' : '';
      const toSource = source.eachToItsSource === true ? ', to source' : '';
      return `prepare ${source.connectionIds.join(' ')}: ${rows}${removals}${toSource}${again}`;
    }
    default:
      return `prepare ${source.kind}${again}`;
  }
}

/** The drafts of a plan; by default, none is changed or gone. */
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
