import { randomUUID } from 'node:crypto';
import { ImportDesk } from '#adapters/bundle-work/import-desk.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { createStore } from '#adapters/store/store.ts';
import { createVaultCrypto } from '#adapters/vault/vault-crypto.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { Importing } from '#core/bundles/importing/importing.ts';
import { Connections } from '#core/connections/connections.ts';
import { Drafts } from '#core/drafts/drafts.ts';
import { Journal } from '#core/journal/journal.ts';
import type { Clock, Ports } from '#core/ports.ts';
import { fakePorts } from './ports.fake.ts';
import { Snapshots } from '#core/webhooks/snapshots.ts';
import { Plans } from '#core/publishing/plans/plans.ts';
import { Settling } from '#core/publishing/settling.ts';

/** Where a service is that something is sent to. */
export interface Place {
  readonly baseUrl: string;
  readonly apiRoot: string;
  /** B where it is left out. */
  readonly variant?: VariantId;
}

/**
 * Plans and imports with the real store in a data folder, and one connection to each place, which are the
 * same each time.
 */
export const openStoredHouse = (directory: string, ...places: readonly Place[]) =>
  openStoredHouseAt(systemClock, directory, ...places);

/** The same with a clock of the test's own. */
export async function openStoredHouseAt(
  clock: Clock,
  directory: string,
  ...places: readonly Place[]
) {
  const store = createStore({ directory });
  const http = createHttpServices({ environment: {} });
  const sealer = createVaultCrypto().dataSealer(Buffer.alloc(32, 7).toString('base64'));
  const doubles = fakePorts();
  doubles.vault.dataSealer = () => Promise.resolve(sealer);
  const connections = new Connections(doubles);
  const connectionIds: string[] = [];
  for (const { variant = 'B', ...place } of places) {
    const { id } = await connections.add(
      {
        ...blankConnection,
        ...{ name: `acme ${connectionIds.length + 1}`, ...place, variant },
        authentication: { kind: 'none' },
        proxy: { kind: 'none' },
      },
      {},
    );
    connectionIds.push(id);
  }
  const ports: Ports = {
    ...doubles,
    ...{ clock, newId: randomUUID, webhooks: http.webhooks },
    ...{ drafts: store.drafts, journal: store.journal, plans: store.plans },
    bundleWork: new ImportDesk(),
  };
  const journal = new Journal(ports);
  const drafts = new Drafts(ports);
  const house = { ports, connections, journal, snapshots: new Snapshots() };
  const settling = new Settling({ ports, house, journal });
  const importing = new Importing({ ports, house, drafts });
  const { plans: bundles } = importing;
  const plans = new Plans({ ports, house, journal, drafts, settling, bundles });
  const close = async (): Promise<void> => {
    await plans.close();
    await settling.close();
    await drafts.close();
    await journal.close();
    await http.close();
    await store.close();
  };
  const [connectionId = ''] = connectionIds;
  const { webhooks } = http;
  const kept = { ports, connections, drafts, journal, settling };
  return { ...kept, house, connectionId, connectionIds, importing, plans, webhooks, close };
}

export type StoredHouse = Awaited<ReturnType<typeof openStoredHouse>>;
