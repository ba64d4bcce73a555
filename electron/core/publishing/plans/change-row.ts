import { fateOf } from '#domain/merge/fate.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { isAsMeant } from '#domain/publishing/as-meant.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { conflictProblem } from '#domain/publishing/problems.ts';
import { resultOf } from '#domain/publishing/results.ts';
import { changedSince } from '#domain/webhook/difference.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { lookAt } from '../look-at.ts';
import type { Errand, Publishing } from '../publishing.ts';
import { removeRequest, updateRequest } from '../requests.ts';
import { RefusedRequest, send } from '../send.ts';
import { readBackRemoval } from '../write-removal.ts';
import { readBackUpdate } from '../write-update.ts';

/**
 * Carries out a row that updates or deletes: reads the webhook once more, sends only if it is still what
 * the plan showed, and reads back. Tells problems as the row's result.
 */
export async function changeRow(
  house: Publishing,
  errand: Errand,
  row: PlanRow,
): Promise<RowResult> {
  try {
    if (row.live === null) return nothingThere(row);
    const { connection, target } = errand;
    const where = { connectionId: connection.id, target, id: row.live.id, patient: false };
    const live = await lookAt(house, where);
    const settled = alreadyAsMeant(row, live);
    if (settled !== null) return settled;
    if (live === null || changedSince(row.live, live)) {
      throw new ProblemError(conflictProblem(fateOf(row.live, live), live));
    }
    if (row.definition === null) {
      const sent = await send(house, removeRequest(house, errand, live));
      const { entry } = await readBackRemoval(house, errand, sent, live);
      return resultOf(row.key, entry);
    }
    const sent = await send(house, updateRequest(house, errand, live, row.definition));
    const { entry } = await readBackUpdate(house, errand, sent, live, row.definition);
    return resultOf(row.key, entry);
  } catch (error) {
    return failedRow(row, error);
  }
}

/** A row that was not carried out. What nobody foresaw is thrown on. */
export function failedRow({ key, live }: PlanRow, error: unknown): RowResult {
  if (error instanceof RefusedRequest) return resultOf(key, error.entry);
  if (!(error instanceof ProblemError)) throw error;
  const { problem } = error;
  const webhookId = live?.id ?? null;
  return { key, outcome: 'failed', webhookId, entryId: null, notes: [], problem };
}

/** Nothing has to be sent for what the installation holds already. */
function alreadyAsMeant({ key, live, definition }: PlanRow, now: Webhook | null): RowResult | null {
  const isSo = definition === null ? now === null : now !== null && isAsMeant(definition, now);
  if (!isSo) return null;
  const notes = [
    now === null ? 'The webhook is gone there already.' : 'The installation holds this already.',
  ];
  const webhookId = live?.id ?? null;
  return { key, outcome: 'unchanged', webhookId, entryId: null, notes, problem: null };
}

function nothingThere(row: PlanRow): RowResult {
  // A delete of what was gone when the plan was made.
  const settled = alreadyAsMeant(row, null);
  if (settled !== null) return settled;
  return failedRow(
    row,
    new ProblemError(
      row.problem ??
        plainProblem('refused', 'This row cannot be sent.', 'Look at what is there now.'),
    ),
  );
}
