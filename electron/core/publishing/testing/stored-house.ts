import { randomUUID } from 'node:crypto';
import { systemClock } from '#adapters/clock/clock.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { createStore } from '#adapters/store/store.ts';
import { createVaultCrypto } from '#adapters/vault/vault-crypto.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { Connections } from '../../connections/connections.ts';
import { Drafts } from '../../drafts/drafts.ts';
import { Journal } from '../../journal/journal.ts';
import { portsDouble } from '../../ports.double.ts';
import { Snapshots } from '../../webhooks/snapshots.ts';
import { Plans } from '../plans/plans.ts';
import { Settling } from '../settling.ts';

/** Where the service is that everything is sent to. */
export interface Place {
  readonly baseUrl: string;
  readonly apiRoot: string;
}

/** Plans with the real store in a data folder, and one connection, which is the same each time. */
export async function openStoredHouse(directory: string, place: Place) {
  const store = createStore({ directory });
  const http = createHttpServices({ environment: {} });
  const sealer = createVaultCrypto().dataSealer(Buffer.alloc(32, 7).toString('base64'));
  const doubles = portsDouble();
  doubles.vault.dataSealer = () => Promise.resolve(sealer);
  const connections = new Connections(doubles);
  const { id: connectionId } = await connections.add(
    {
      ...blankConnection,
      ...{ name: 'acme', ...place, variant: 'B', authentication: { kind: 'none' } },
      proxy: { kind: 'none' },
    },
    {},
  );
  const ports = {
    ...doubles,
    ...{ clock: systemClock, newId: randomUUID, webhooks: http.webhooks },
    ...{ drafts: store.drafts, journal: store.journal, plans: store.plans },
  };
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
  return { connectionId, journal, settling, plans, webhooks: http.webhooks, close };
}
