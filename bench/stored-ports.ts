import { randomUUID } from 'node:crypto';
import { systemClock } from '#adapters/clock/clock.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { createStore } from '#adapters/store/store.ts';
import { createVaultCrypto } from '#adapters/vault/vault-crypto.ts';
import type { Ports } from '#core/ports.ts';
import { fakePorts } from '#test-support/ports.fake.ts';

/** Ports with a real store in the folder, a real sealer and real HTTP; the others are fakes. */
export function openStoredPorts(directory: string) {
  const store = createStore({ directory });
  const http = createHttpServices({ environment: {} });
  const sealer = createVaultCrypto().dataSealer(Buffer.alloc(32, 7).toString('base64'));
  const fakes = fakePorts();
  fakes.vault.dataSealer = () => Promise.resolve(sealer);
  const ports: Ports = {
    ...fakes,
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
  const close = async (): Promise<void> => {
    await http.close();
    await store.close();
  };
  return { ports, store, sealer, close };
}
