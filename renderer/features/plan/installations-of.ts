import type { ConnectionView } from '#contract/index.ts';
import type { PlanRowView } from '#contract/plans.ts';
import type { Connections } from '../../shared/installations/connections.svelte.ts';

export interface InstallationRows {
  readonly connectionId: string;
  /** `undefined` if it was removed from Hookdesk. */
  readonly connection: ConnectionView | undefined;
  readonly name: string;
  readonly rows: readonly PlanRowView[];
}

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
