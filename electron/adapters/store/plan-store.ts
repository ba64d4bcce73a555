import { z } from 'zod';
import type { PlanStore, Sealer, StoredPlan } from '#core/store-ports.ts';
import { PlanRow, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import type { FileInUse } from './file-in-use.ts';
import { NewRowNumbers } from './list-rows.ts';
import { listStore } from './list-store.ts';
import { eachRow } from './rows.ts';
import { plans as table } from './tables.ts';

const Head = z.object({
  id: z.string(),
  title: z.string(),
  startedAt: z.date(),
  options: RunOptions,
  status: z.enum(['running', 'ended', 'paused', 'cancelled', 'stopped']),
  rotates: z.object({ old: z.string(), next: z.string() }).exactOptional(),
  first: z.string().exactOptional(),
  readOnly: z.array(ReadOnlyRows).readonly().exactOptional(),
});
const Item = z.union([z.object({ row: PlanRow }), z.object({ result: RowResult })]);

export function createPlanStore(file: FileInUse): PlanStore {
  const lists = listStore(file, { table, head: Head, item: Item });
  /** Numbers of the rows and results that were written, by id of the plan. */
  const writtenNumbers = new Map<string, WeakMap<object, number>>();
  file.onReopened(() => {
    writtenNumbers.clear();
  });

  const read = async (id: string, sealer: Sealer): Promise<StoredPlan | null> => {
    const list = lists.find(id, sealer);
    if (list === null) return null;
    const { head, rows } = list;
    const items = await lists.items(id, rows.numbers, sealer);
    if (items === null) return null;
    return {
      ...head,
      rows: items.flatMap((item) => ('row' in item ? [item.row] : [])),
      results: items.flatMap((item) => ('result' in item ? [item.result] : [])),
    };
  };

  return {
    all: async (sealer) => {
      const heads = file.use((database) => [...eachRow(database, table)]);
      const plans: StoredPlan[] = [];
      for (const head of heads) {
        if (head === null) continue;
        const [id] = head.clear;
        const plan = await lists.inTurn(id, () => read(id, sealer));
        if (plan !== null) plans.push(plan);
      }
      return plans;
    },
    write: (plan, sealer) =>
      lists.inTurn(plan.id, async () => {
        const { id, title, startedAt, options, status, rotates, first, readOnly } = plan;
        const numbersBefore = writtenNumbers.get(id);
        const numbers = new WeakMap<object, number>();
        const rowNumbers = new NewRowNumbers<z.infer<typeof Item>>(lists.unusedNumber(id));
        const add = (stored: object, item: z.infer<typeof Item>): void => {
          numbers.set(
            stored,
            rowNumbers.add(numbersBefore?.get(stored), () => item),
          );
        };
        for (const row of plan.rows) add(row, { row });
        for (const result of plan.results) add(result, { result });
        const head = {
          id,
          title,
          startedAt,
          options,
          status,
          ...(rotates !== undefined && { rotates }),
          ...(first !== undefined && { first }),
          ...(readOnly !== undefined && { readOnly }),
        };
        const clear = [id, Date.now()] as const;
        await lists.replace({ clear, head, rows: rowNumbers, added: rowNumbers.items() }, sealer);
        writtenNumbers.set(id, numbers);
      }),
    remove: (planId) =>
      lists.inTurn(planId, () => {
        writtenNumbers.delete(planId);
        return lists.remove(planId);
      }),
  };
}
