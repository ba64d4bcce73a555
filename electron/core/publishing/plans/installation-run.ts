import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { isFailure } from '#domain/publishing/results.ts';
import { readOnly } from '../../problems.ts';
import type { Errand, Publishing } from '../publishing.ts';
import { changeRow, failedRow } from './change-row.ts';
import { Creates, isCreateRow } from './creates.ts';
import type { Halt } from './halt.ts';

/** What a run of rows on one installation is given. */
export interface InstallationRun {
  readonly planId: string;
  readonly connectionId: string;
  /** In the order in which they are begun. */
  readonly rows: readonly PlanRow[];
  /** Requests at once. */
  readonly atOnce: number;
  readonly stopsOnFailure: boolean;
  readonly halt: Halt;
  readonly tell: (result: RowResult) => void;
  /** A row was sent; what became of it is told when the list was read. */
  readonly tellSent: (key: string) => void;
}

/**
 * Carries out rows on one installation, so many at once at most. Rows that are not begun because the run
 * halts get no result here.
 */
export async function runOnInstallation(house: Publishing, run: InstallationRun): Promise<void> {
  const { halt, rows } = run;
  const tell = (result: RowResult): void => {
    if (run.stopsOnFailure && isFailure(result)) halt.halt('stopped');
    run.tell(result);
  };
  let errand: Errand;
  try {
    errand = await errandOf(house, run);
  } catch (error) {
    for (const row of rows) {
      if (halt.reason === null) tell(failedRow(row, error));
    }
    return;
  }
  const creates = new Creates(house, errand, rows.filter(isCreateRow), tell, run.tellSent);
  let next = 0;
  const lane = async (): Promise<void> => {
    while (halt.reason === null && !creates.isInDoubt) {
      const row = rows[next];
      if (row === undefined) return;
      next += 1;
      const its = { ...errand, rowKey: row.key, undoes: row.undoes };
      if (isCreateRow(row)) await creates.send(row);
      else tell(await changeRow(house, its, row));
    }
  };
  try {
    do {
      await Promise.all(Array.from({ length: Math.min(run.atOnce, rows.length) }, lane));
      // All that is under way has ended: the list tells the creates apart.
      await creates.readBack();
    } while (halt.reason === null && next < rows.length);
  } finally {
    await creates.giveBack();
  }
}

async function errandOf(
  { connections }: Publishing,
  { connectionId, planId }: InstallationRun,
): Promise<Errand> {
  const connection = connections.find(connectionId);
  if (connection.readOnly) throw readOnly(connection.name);
  const target = await connections.target(connectionId);
  return { connection, target, planId, rowKey: null, undoes: null };
}
