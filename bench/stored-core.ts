import { Connections } from '#core/connections/connections.ts';
import { Drafts } from '#core/drafts/drafts.ts';
import { Journal } from '#core/journal/journal.ts';
import { Plans } from '#core/publishing/plans/plans.ts';
import { Settling } from '#core/publishing/settling.ts';
import { Snapshots } from '#core/webhooks/snapshots.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import type { RunningService } from './real-service.ts';
import { openStoredPorts } from './stored-ports.ts';

/** The core with one installation: real store on disk, sealed journal, HTTP. */
export async function openStoredCore(
  { baseUrl, apiRoot, variant, authToken }: RunningService,
  directory: string,
) {
  const { ports: stored, store, sealer, close: closeStored } = openStoredPorts(directory);
  const http = stored.webhooks;
  const ports = {
    ...stored,
    // As with a session, which gives each request its auth token.
    webhooks: {
      ...http,
      list: (...[target, options]: Parameters<typeof http.list>) =>
        http.list({ ...target, authToken }, options),
      create: (...[target, definition, signal]: Parameters<typeof http.create>) =>
        http.create({ ...target, authToken }, definition, signal),
    },
  };
  const connections = new Connections(ports);
  const { id: connectionId } = await connections.add(
    {
      ...blankConnection,
      name: 'bench',
      baseUrl,
      apiRoot,
      variant,
      authentication: { kind: 'none' },
      proxy: { kind: 'none' },
      limits: { ...defaultLimits, bodyBytes: 1024 * 1024 * 1024 },
    },
    {},
  );
  const journal = new Journal(ports);
  const drafts = new Drafts(ports);
  const house = { ports, connections, journal, snapshots: new Snapshots() };
  const settling = new Settling({ ports, house, journal });
  const bundles = { items: () => Promise.resolve([]) };
  const plans = new Plans({ ports, house, journal, drafts, settling, bundles });
  const close = async (): Promise<void> => {
    await plans.close();
    await settling.close();
    await drafts.close();
    await journal.close();
    await closeStored();
  };
  const target = () => connections.target(connectionId);
  return { connectionId, journal, plans, store, sealer, webhooks: ports.webhooks, target, close };
}
