import type { PlanRowView } from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import { type RowResult, sharedReasons } from '#domain/publishing/plan.ts';

type Row = Pick<PlanRowView, 'reasons' | 'losses' | 'needs' | 'problem'>;

export interface SharedNote {
  readonly text: string;
  readonly rows: number;
}

/** What the head of an installation says once, instead of each of its rows. */
export interface SharedNotes {
  readonly notes: readonly SharedNote[];
  readonly texts: ReadonlySet<string>;
  /** Set if all rows have this problem. */
  readonly problem: Problem | null;
}

const shared: ReadonlySet<string> = new Set(Object.values(sharedReasons));

export function sharedNotesOf(rows: readonly Row[]): SharedNotes {
  const counts = new Map<string, number>();
  const count = (text: string): void => {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  for (const row of rows) {
    for (const reason of row.reasons) if (shared.has(reason)) count(reason);
    // A variant without payload types drops them from every webhook.
    if (row.losses.length === 0) continue;
    for (const { field, message } of lossesOf(row)) if (field === 'payloadType') count(message);
  }
  const notes = [...counts]
    .map(([text, many]): SharedNote => ({ text, rows: many }))
    .filter((note) => note.rows > 1);
  const [first] = rows;
  const isOne =
    rows.length > 1 && rows.every(({ problem }) => sameProblem(problem, first?.problem));
  return {
    notes,
    texts: new Set(notes.map(({ text }) => text)),
    problem: isOne ? (first?.problem ?? null) : null,
  };
}

export interface SharedCause {
  /** Such as `12 failed: The server responded with error 500.` */
  readonly text: string;
  readonly is: (result: RowResult) => boolean;
}

/** The read-back says more than the installation's answer. */
export const sentencesOf = ({ notes, problem }: RowResult): readonly string[] =>
  notes.length === 0 && problem !== null ? [problem.message] : notes;

/** Their names are words of a sentence about several rows. */
const outcomesWithCause: ReadonlySet<string> = new Set<RowResult['outcome']>([
  'done',
  'failed',
  'unknown',
]);

/** Causes of the outcome that several rows of an installation share. */
export function sharedCausesOf(results: readonly RowResult[]): SharedCause[] {
  const causeOf = (result: RowResult): string => {
    const { outcome } = result;
    if (!outcomesWithCause.has(outcome)) return '';
    const said = sentencesOf(result).join(' ');
    return said === '' ? '' : `${outcome}: ${said}`;
  };
  return [...Map.groupBy(results, causeOf)]
    .filter(([cause, its]) => cause !== '' && its.length > 1)
    .map(([cause, its]) => ({
      text: `${its.length.toLocaleString('en')} ${cause}`,
      is: (result) => causeOf(result) === cause,
    }));
}

/** Problems of a single row. A rejected sign-in has a banner of its own. */
const ofRow: ReadonlySet<Problem['code']> = new Set([
  'conflict',
  'draft-changed',
  'file-refused',
  'invalid',
  'read-only',
  'refused',
  'unauthorized',
  'unfinished',
]);

const sameProblem = (a: Problem | null, b: Problem | null | undefined): boolean =>
  a !== null && !ofRow.has(a.code) && a.code === b?.code && a.message === b.message;

/** Omits losses that a need still covers: such a need has the name of its field. */
export function lossesOf({ losses, needs }: Pick<Row, 'losses' | 'needs'>): Row['losses'] {
  return losses.filter(({ field }) => !needs.some(({ kind }) => kind === field));
}
