import type { ConnectionView } from '#contract/index.ts';
import type { PlanRowView, PrepareProgress } from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import type { PlanFindings } from './plan-findings.svelte.ts';
import type { PlanRows } from './plan-rows.svelte.ts';
import type { PlanPhase, PlanRun } from './plan-run.svelte.ts';
import { RowFilter } from './row-filter.svelte.ts';
import {
  groupOf,
  groupOfOutcome,
  kindOf,
  type RowGroup,
  rowGroups,
  type RowKind,
} from './row-kind.ts';
import {
  type SharedCause,
  sharedCausesOf,
  type SharedNotes,
  sharedNotesOf,
} from './shared-notes.ts';

export interface RowSection {
  readonly group: RowGroup;
  readonly rows: readonly PlanRowView[];
}

/** An installation of the plan, with its rows that the filter passes. */
export interface PlanInstallation {
  readonly connectionId: string;
  readonly rows: readonly PlanRowView[];
  readonly sections: readonly RowSection[];
  /** Why none of its rows could be compared. */
  readonly problem: Problem | null;
  /** Webhooks that cannot be compared, because their ids do not identify them. */
  readonly unaddressable: number;
  readonly notes: SharedNotes;
}

interface Shown {
  readonly phase: PlanPhase;
  readonly rows: PlanRows;
  readonly run: PlanRun;
  readonly findings: Pick<PlanFindings, 'of'>;
  readonly readings: ReadonlyMap<string, PrepareProgress>;
}

/** The head of the plan says it, with the number of webhooks. */
const isReadOnly = (problem: Problem | null | undefined): boolean => problem?.code === 'read-only';

/** The rows of a plan by installation and group. */
export class PlanSections {
  readonly #plan: Shown;
  readonly filter: RowFilter = new RowFilter(
    () => this.#sorted,
    (row) => row.state === 'ready' && (this.#plan.findings.of(row)?.errors ?? 0) > 0,
  );

  readonly #sorted = $derived.by(() =>
    this.#plan.rows.all.map((row) => ({ row, group: this.groupOf(row), kind: this.#kindOf(row) })),
  );
  readonly #passed = $derived.by(() => {
    const passed = this.filter.isOff
      ? this.#sorted
      : this.#sorted.filter((each) => this.filter.passes(each));
    return Map.groupBy(passed, ({ row }) => row.connectionId);
  });
  /** What holds for an installation as a whole; not affected by the filter. */
  readonly #notes: ReadonlyMap<string, SharedNotes> = $derived.by(
    () =>
      new Map(
        [...this.#plan.rows.byInstallation].map(([id, rows]) => [id, sharedNotesOf(rows)] as const),
      ),
  );
  readonly #causes: ReadonlyMap<string, readonly SharedCause[]> = $derived.by(() => {
    const { results } = this.#plan.run;
    if (results.size === 0) return new Map();
    return new Map(
      [...this.#plan.rows.byInstallation].map(([id, rows]) => [
        id,
        sharedCausesOf(rows.flatMap(({ key }) => results.get(key) ?? [])),
      ]),
    );
  });
  readonly installations: readonly PlanInstallation[] = $derived.by(() => {
    const { rows, readings } = this.#plan;
    const isUnread = (id: string): boolean => readings.get(id)?.step === 'failed';
    const unread = rows.inOrder([...readings.keys()].filter(isUnread));
    // What is sent comes first.
    const read = rows.inOrder([...rows.byInstallation.keys()].filter((id) => !isUnread(id)));
    return [...read, ...unread].flatMap((connectionId): PlanInstallation[] => {
      const reading = readings.get(connectionId);
      const its = rows.byInstallation.get(connectionId) ?? [];
      const passed = this.#passed.get(connectionId) ?? [];
      if (passed.length === 0 && !this.filter.isOff) return [];
      const groups = Map.groupBy(passed, ({ group }) => group);
      const sections = rowGroups.flatMap((group): RowSection[] => {
        const members = groups.get(group);
        return members === undefined ? [] : [{ group, rows: members.map(({ row }) => row) }];
      });
      const notes = this.notesOf(connectionId);
      return [
        {
          connectionId,
          rows: its,
          sections,
          problem: isReadOnly(reading?.problem) ? null : (reading?.problem ?? notes.problem),
          unaddressable: reading?.unaddressable ?? 0,
          notes,
        },
      ];
    });
  });
  readonly shown: readonly PlanRowView[] = $derived(
    this.installations.flatMap(({ sections }) => sections.flatMap(({ rows }) => rows)),
  );

  get first(): PlanRowView | undefined {
    return this.shown[0] ?? this.#plan.rows.all[0];
  }

  constructor(plan: Shown) {
    this.#plan = plan;
  }

  groupOf(row: PlanRowView): RowGroup {
    const { phase, run } = this.#plan;
    if (phase === 'over') {
      const outcome = run.results.get(row.key)?.outcome;
      return outcome === undefined && groupOf(row) === 'needs' ? 'needs' : groupOfOutcome(outcome);
    }
    if (phase === 'running') return run.has(row) ? 'sent' : 'left-out';
    return groupOf(row);
  }

  notesOf(connectionId: string): SharedNotes {
    return this.#notes.get(connectionId) ?? sharedNotesOf([]);
  }

  /** Why rows ended as they did, said once at the head of the installation. */
  causesOf(connectionId: string): readonly SharedCause[] {
    return this.#causes.get(connectionId) ?? [];
  }

  sameGroup(row: PlanRowView): PlanRowView[] {
    const group = this.groupOf(row);
    const rows = this.#plan.rows.byInstallation.get(row.connectionId) ?? [];
    return rows.filter((each) => this.groupOf(each) === group);
  }

  #kindOf(row: PlanRowView): RowKind | null {
    const { phase, run } = this.#plan;
    return phase === 'over' ? (run.results.get(row.key)?.outcome ?? null) : kindOf(row);
  }
}

export interface LockedOut {
  readonly connection: ConnectionView;
  readonly rows: number;
}

/** Installations that wait for a sign-in, with the number of rows that wait for it. */
export function lockedOutOf(
  {
    phase,
    run,
  }: { readonly phase: PlanPhase; readonly run: Pick<PlanRun, 'state' | 'results' | 'has'> },
  installations: readonly Pick<PlanInstallation, 'connectionId' | 'rows'>[],
  find: (connectionId: string) => ConnectionView | undefined,
): LockedOut[] {
  const needed = phase === 'running' ? (run.state?.signInNeeded ?? []) : [];
  return installations.flatMap(({ connectionId, rows }) => {
    const connection = find(connectionId);
    if (connection === undefined) return [];
    const waiting = rows.filter((row) =>
      phase === 'prepared'
        ? row.problem?.code === 'unauthorized'
        : needed.includes(connection.id) && run.has(row) && !run.results.has(row.key),
    );
    return waiting.length === 0 ? [] : [{ connection, rows: waiting.length }];
  });
}
