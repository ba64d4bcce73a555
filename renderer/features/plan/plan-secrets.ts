import type { BoundSecret } from '#contract/bundle-import.ts';
import type { PlanRowView } from '#contract/plans.ts';

/** A secret that rows of a plan need, once for each installation and destination. */
export interface PlanSecret extends BoundSecret {
  readonly connectionId: string;
  readonly rows: number;
  /** Whether the value of the first of these rows is the one remembered for the installation. */
  readonly remembered: boolean;
}

/** Identifies a secret within its installation. */
export const secretKey = ({ name, destination }: BoundSecret): string =>
  // A destination comes from a file and may have spaces: its length separates it from the name.
  `${destination.length} ${destination} ${name}`;

type Row = Pick<PlanRowView, 'connectionId' | 'destination' | 'needs' | 'filled'>;

export const wantedSecrets = (rows: readonly Row[]): PlanSecret[] =>
  gathered(rows, ({ needs }) =>
    needs.flatMap((one) => (one.kind === 'secret' ? [{ name: one.name, remembered: false }] : [])),
  );

export const usedSecrets = (rows: readonly Row[]): PlanSecret[] =>
  gathered(rows, ({ filled }) => filled);

type NamedSecret = Pick<PlanSecret, 'name' | 'remembered'>;

function gathered(rows: readonly Row[], namesOf: (row: Row) => NamedSecret[]): PlanSecret[] {
  const found = new Map<string, PlanSecret & { rows: number }>();
  for (const row of rows) {
    const { connectionId, destination } = row;
    for (const { name, remembered } of namesOf(row)) {
      const key = `${connectionId} ${secretKey({ name, destination })}`;
      const secret = found.get(key);
      if (secret === undefined) {
        found.set(key, { connectionId, name, destination, rows: 1, remembered });
      } else secret.rows += 1;
    }
  }
  return [...found.values()];
}
