import type { ConnectionView } from '#contract/index.ts';
import type { PlanRowView } from '#contract/plans.ts';
import type { Connections } from '../../model/connections.svelte.ts';

/** The rows of a plan that are about one installation. */
export interface InstallationRows {
  readonly connectionId: string;
  /** `undefined` where it is no longer in Hookdesk. */
  readonly connection: ConnectionView | undefined;
  readonly name: string;
  readonly rows: readonly PlanRowView[];
}

/** Rows by installation, in the order in which the rows come. */
export function installationsOf(
  rows: readonly PlanRowView[],
  connections: Pick<Connections, 'find' | 'nameOf'>,
): InstallationRows[] {
  return [...Map.groupBy(rows, (row) => row.connectionId)].map(([connectionId, members]) => {
    const connection = connections.find(connectionId);
    const name = connections.nameOf(connectionId);
    return { connectionId, connection, name, rows: members };
  });
}
