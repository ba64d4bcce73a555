import { z } from 'zod';
import { WriteAction } from '../journal/entry.ts';
import type { PlanRow } from './plan.ts';

/** What a plan does not change, because the installation is marked read-only. */
export const ReadOnlyRows = z.object({
  connectionId: z.string(),
  /** `null` if the installation was not read, as with a file. */
  webhooks: z.int().nullable(),
  /** The action of all these rows. */
  action: WriteAction.nullable(),
});
export type ReadOnlyRows = z.infer<typeof ReadOnlyRows>;

export function readOnlyRows(
  rows: Iterable<Pick<PlanRow, 'connectionId' | 'action' | 'problem'>>,
): ReadOnlyRows[] {
  const all = new Map<string, ReadOnlyRows & { readonly webhooks: number }>();
  for (const { connectionId, action, problem } of rows) {
    if (problem?.code !== 'read-only') continue;
    const known = all.get(connectionId);
    all.set(connectionId, {
      connectionId,
      webhooks: (known?.webhooks ?? 0) + 1,
      action: known === undefined || known.action === action ? action : null,
    });
  }
  return [...all.values()];
}

const verbs = { create: 'created', update: 'changed', delete: 'deleted' } as const;

/** Such as `initech-ro is read-only: 4 webhooks are not changed`. */
export function readOnlyInWords(
  name: string,
  { webhooks, action }: Omit<ReadOnlyRows, 'connectionId'>,
  isOver: boolean,
): string {
  const verb = verbs[action ?? 'update'];
  const [one, more] = isOver ? ['was', 'were'] : ['is', 'are'];
  const what =
    webhooks === null
      ? `nothing ${one}`
      : webhooks === 1
        ? `1 webhook ${one} not`
        : `${webhooks.toLocaleString('en')} webhooks ${more} not`;
  return `${name} is read-only: ${what} ${verb}`;
}
