import { z } from 'zod';
import type { PlanStore, StoredPlan } from '#core/store-ports.ts';
import { PlanRow, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import { chunkedStore } from './chunked.ts';
import type { FileInUse } from './file-in-use.ts';
import { allRows } from './rows.ts';
import { plans as table } from './tables.ts';

const Head = z.object({
  id: z.string(),
  title: z.string(),
  startedAt: z.date(),
  options: RunOptions,
  status: z.enum(['running', 'ended', 'cancelled', 'stopped']),
});
const Item = z.union([z.object({ row: PlanRow }), z.object({ result: RowResult })]);

export function createPlanStore(file: FileInUse): PlanStore {
  const chunks = chunkedStore(file, { table, head: Head, item: Item });
  return {
    all: async (sealer) => {
      const ids = file.use((database) => allRows(database, table).map((row) => row?.clear[0]));
      const plans: StoredPlan[] = [];
      for (const id of ids) {
        if (id === undefined) continue;
        const found = await chunks.read(id, sealer);
        if (found === null) continue;
        const { head, items } = found;
        plans.push({
          ...head,
          rows: items.flatMap((item) => ('row' in item ? [item.row] : [])),
          results: items.flatMap((item) => ('result' in item ? [item.result] : [])),
        });
      }
      return plans;
    },
    write: (plan, sealer) => {
      const { id, title, startedAt, options, status } = plan;
      const head = { id, title, startedAt, options, status };
      return chunks.write({ clear: [id, Date.now()], head, items: itemsOf(plan) }, sealer);
    },
    remove: (planId) => chunks.remove(planId),
  };
}

function* itemsOf({ rows, results }: StoredPlan): Generator<z.infer<typeof Item>> {
  for (const row of rows) yield { row };
  for (const result of results) yield { result };
}
