import type { Side } from '#domain/comparison/compared-parts.ts';
import type { MatrixColumn } from '#domain/comparison/matrix.ts';
import type { Connections } from '../connections/connections.ts';
import type { SnapshotPersistence } from '../installations/snapshot-persistence.ts';
import type { Snapshots } from '../installations/snapshots.ts';
import type { Ports } from '../ports.ts';
import type { HeldRow } from './matrix-rows.ts';
import type { HeldReference } from './references.ts';

export interface ComparisonNeeds {
  readonly ports: Pick<Ports, 'clock' | 'newId'>;
  readonly connections: Pick<Connections, 'find'>;
  readonly snapshots: Pick<Snapshots, 'get' | 'find'>;
  readonly snapshotPersistence: Pick<SnapshotPersistence, 'load'>;
}

export interface HeldComparison {
  readonly reference: HeldReference;
  readonly columns: readonly MatrixColumn[];
  readonly ignored: ReadonlySet<string>;
  readonly rows: ReadonlyMap<string, HeldRow>;
}

/** `null` when the reference lacks the webhook, or has it no longer. */
export function referenceSide(
  { reference }: HeldComparison,
  { referenceKey }: HeldRow,
): Side | null {
  const webhook = referenceKey === null ? null : reference.find(referenceKey);
  return webhook === null ? null : { webhook, variant: reference.variant };
}
