/** How far one plan has come, in rows. */
export interface RunProgress {
  readonly done: number;
  readonly total: number;
}

/** Steps that are worth showing: a bar in a taskbar is not longer. */
const steps = 100;

/** How far all plans together have come that are carried out: from 0 to 1, `null` where none is. */
export function overallProgress(running: readonly RunProgress[]): number | null {
  const total = running.reduce((sum, each) => sum + each.total, 0);
  if (total === 0) return null;
  const done = running.reduce((sum, each) => sum + each.done, 0);
  return Math.floor((done / total) * steps) / steps;
}
