import { randomUUID } from 'node:crypto';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { createStore } from '#adapters/store/store.ts';
import { createVaultCrypto } from '#adapters/vault/vault-crypto.ts';
import { Connections } from '#core/connections/connections.ts';
import { Drafts } from '#core/drafts/drafts.ts';
import { Journal } from '#core/journal/journal.ts';
import { portsDouble } from '#core/ports.double.ts';
import { Plans } from '#core/publishing/plans/plans.ts';
import { Settling } from '#core/publishing/settling.ts';
import { Snapshots } from '#core/webhooks/snapshots.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import type { RunningService } from './real-service.ts';

/** The core with one installation: real store on disk, sealed journal, HTTP. */
export async function openStoredCore(
  { baseUrl, apiRoot, variant, authToken }: RunningService,
  directory: string,
) {
  const store = createStore({ directory });
  const http = createHttpServices({ environment: {} });
  const sealer = createVaultCrypto().dataSealer(Buffer.alloc(32, 7).toString('base64'));
  const doubles = portsDouble();
  doubles.vault.dataSealer = () => Promise.resolve(sealer);
  const ports = {
    ...doubles,
    clock: systemClock,
    newId: randomUUID,
    drafts: store.drafts,
    journal: store.journal,
    plans: store.plans,
    // As with a session, which gives each request its auth token.
    webhooks: {
      ...http.webhooks,
      list: (...[target, options]: Parameters<typeof http.webhooks.list>) =>
        http.webhooks.list({ ...target, authToken }, options),
      create: (...[target, definition, signal]: Parameters<typeof http.webhooks.create>) =>
        http.webhooks.create({ ...target, authToken }, definition, signal),
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
    await http.close();
    await store.close();
  };
  const target = () => connections.target(connectionId);
  return { connectionId, journal, plans, store, sealer, webhooks: ports.webhooks, target, close };
}
