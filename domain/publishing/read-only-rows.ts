import { z } from 'zod';
import { WriteAction } from '../journal/entry.ts';
import type { PlanRow } from './plan.ts';
import { counted } from '../text/wording.ts';

/**
 * The rows of one installation that a plan does not send, because the installation is marked read-only.
 * `WriteGuard` refuses the writes.
 */
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
  const byInstallation = new Map<string, ReadOnlyRows & { readonly webhooks: number }>();
  for (const { connectionId, action, problem } of rows) {
    if (problem?.code !== 'read-only') continue;
    const earlier = byInstallation.get(connectionId);
    byInstallation.set(connectionId, {
      connectionId,
      webhooks: (earlier?.webhooks ?? 0) + 1,
      action: earlier === undefined || earlier.action === action ? action : null,
    });
  }
  return [...byInstallation.values()];
}

const verbs = { create: 'created', update: 'changed', delete: 'deleted' } as const;

/** Such as `initech-ro is read-only: 4 webhooks are not changed`. */
export function readOnlyInWords(
  name: string,
  { webhooks, action }: Omit<ReadOnlyRows, 'connectionId'>,
  isOver: boolean,
): string {
  const verb = verbs[action ?? 'update'];
  const [singular, plural] = isOver ? ['was', 'were'] : ['is', 'are'];
  const subject =
    webhooks === null
      ? `nothing ${singular}`
      : `${counted(webhooks, 'webhook')} ${webhooks === 1 ? singular : plural} not`;
  return `${name} is read-only: ${subject} ${verb}`;
}
