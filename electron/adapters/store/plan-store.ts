import { z } from 'zod';
import type { PlanStore, StoredPlan } from '#core/store-ports.ts';
import { PlanRow, RowResult, RunOptions } from '#domain/publishing/plan.ts';
import type { FileInUse } from './file-in-use.ts';
import { InTurn } from './in-turn.ts';
import { readParted, removeParted, writeParted } from './parted.ts';
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
const shape = { table, head: Head, item: Item };

/** Plans that were begun: a head each, and its rows and their results in parts. */
export function createPlanStore(file: FileInUse): PlanStore {
  const turns = new InTurn();
  return {
    all: async (sealer) => {
      const ids = await Promise.resolve().then(() =>
        file.use((database) => allRows(database, table).map((row) => row?.clear[0])),
      );
      const plans: StoredPlan[] = [];
      for (const id of ids) {
        if (id === undefined) continue;
        const found = await turns.do(id, () => readParted(file, shape, id, sealer));
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
    write: (plan, sealer) =>
      turns.do(plan.id, () => {
        const { id, title, startedAt, options, status } = plan;
        const head = { id, title, startedAt, options, status };
        const items = itemsOf(plan);
        return writeParted(file, table, { clear: [id, Date.now()], head, items }, sealer);
      }),
    remove: (planId) => turns.do(planId, () => removeParted(file, table, planId)),
  };
}

function* itemsOf({ rows, results }: StoredPlan): Generator<z.infer<typeof Item>> {
  for (const row of rows) yield { row };
  for (const result of results) yield { result };
}
