import type { BoundSecret, BundlePlanRowView } from '#contract/bundle-import.ts';

/** A secret that rows of a plan wait for, once for each installation and destination. */
export interface WantedSecret extends BoundSecret {
  readonly connectionId: string;
  /** How many rows wait for it. */
  readonly rows: number;
}

/** What is still to be given, in the order of the rows. */
export function wantedSecrets(
  rows: readonly Pick<BundlePlanRowView, 'connectionId' | 'destination' | 'questions'>[],
): WantedSecret[] {
  const wanted = new Map<string, WantedSecret>();
  for (const { connectionId, destination, questions } of rows) {
    for (const question of questions) {
      if (question.kind !== 'secret') continue;
      const { name } = question;
      const id = JSON.stringify([connectionId, name, destination]);
      const count = (wanted.get(id)?.rows ?? 0) + 1;
      wanted.set(id, { connectionId, name, destination, rows: count });
    }
  }
  return [...wanted.values()];
}
