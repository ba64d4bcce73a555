import type { RowOrigin } from '../bundle-row.ts';
import type { PlanTarget } from './plan-target.ts';

/** Whether the row comes from this installation. Files of version 1.0 have no fingerprint. */
export function isSource(
  origin: RowOrigin | null,
  { connectionId, fingerprint }: Pick<PlanTarget, 'connectionId' | 'fingerprint'>,
): boolean {
  if (origin === null) return false;
  return origin.fingerprint === null
    ? origin.connection === connectionId
    : origin.fingerprint === fingerprint;
}
