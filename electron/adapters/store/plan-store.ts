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
type Item = z.infer<typeof Item>;

export function createPlanStore(file: FileInUse): PlanStore {
  const lists = listStore(file, { table, head: Head, item: Item });
  /**
   * By id of the plan, then by the row or result object itself. An object that is passed again is not written again,
   * so never change one.
   */
  let writtenNumbers = new Map<string, WeakMap<object, number>>();
  file.onReopened(() => {
    // The file may lack rows. A write that began before adds its numbers to the old map.
    writtenNumbers = new Map();
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
        const [id] = head.clearValues;
        const plan = await lists.inTurn(id, () => read(id, sealer));
        if (plan !== null) plans.push(plan);
      }
      return plans;
    },
    write: (plan, sealer) =>
      lists.inTurn(plan.id, async () => {
        const { rows, results, ...head } = plan;
        const { id } = head;
        // This opens the file, so it precedes the use of the map.
        const numbers = new NewRowNumbers<Item>(lists.unusedNumber(id));
        const written = writtenNumbers;
        const before = written.get(id);
        const after = new WeakMap<object, number>();
        const add = (part: object, item: Item): void => {
          const number = numbers.add(before?.get(part), () => item);
          after.set(part, number);
        };
        for (const row of rows) add(row, { row });
        for (const result of results) add(result, { result });
        const writtenAt = Date.now();
        await lists.replace(
          { clearValues: [id, writtenAt], head, rows: numbers, added: numbers.items() },
          sealer,
        );
        written.set(id, after);
      }),
    remove: (planId) =>
      lists.inTurn(planId, () => {
        writtenNumbers.delete(planId);
        return lists.remove(planId);
      }),
  };
}
