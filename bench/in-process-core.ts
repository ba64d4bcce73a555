import { createRouterClient } from '@orpc/server';
import { randomUUID } from 'node:crypto';
import { systemClock } from '#adapters/clock/clock.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { createStore } from '#adapters/store/store.ts';
import { createVaultCrypto } from '#adapters/vault/vault-crypto.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { createCore } from '#core/core.ts';
import { portsDouble } from '#core/ports.double.ts';
import type { ServiceAddress } from './real-service.ts';
import { savedConnection } from './saved-connection.ts';

/** The core with one connection, `bench`, and what a window calls, without the transport. */
export interface InProcessCore {
  readonly client: HookdeskClient;
  close(): Promise<void>;
}

/** Starts the core on a real store in the folder, with a real sealer and real HTTP. */
export function startCore(service: ServiceAddress, directory: string): InProcessCore {
  const store = createStore({ directory });
  const http = createHttpServices({ environment: {} });
  const sealer = createVaultCrypto().dataSealer(Buffer.alloc(32, 7).toString('base64'));
  const fakes = portsDouble();
  fakes.vault.dataSealer = () => Promise.resolve(sealer);
  const ports = {
    ...fakes,
    ...savedConnection(service),
    webhooks: http.webhooks,
    signIn: http.signIn,
    probe: http.probe,
    drafts: store.drafts,
    snapshots: store.snapshots,
    journal: store.journal,
    plans: store.plans,
    clock: systemClock,
    newId: randomUUID,
  };
  const core = createCore(ports, {
    version: '0.0.0',
    host: 'web',
    dataFolder: directory,
    notices: [],
  });
  return {
    client: createRouterClient(core.router),
    close: async () => {
      await core.close();
      await http.close();
      await store.close();
    },
  };
}
