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
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { RunningService } from './real-service.ts';

/** In milliseconds from the word to go. */
interface Took {
  /** To the plan's end: each outcome was read back, and a window knows it. */
  readonly ended: number;
  /** Until the journal has each outcome on disk; that each request was sent is there before it leaves. */
  readonly kept: number;
}

/** Publishes these as new webhooks through a plan of the core: real store on disk, sealed journal, HTTP. */
export async function publishAll(
  { baseUrl, apiRoot, variant, authToken }: RunningService,
  definitions: readonly WebhookDefinition[],
  atOnce: number,
  directory: string,
): Promise<Took> {
  const store = createStore({ directory });
  const http = createHttpServices({ environment: {} });
  const sealer = createVaultCrypto().dataSealer(Buffer.alloc(32, 7).toString('base64'));
  const doubles = portsDouble();
  doubles.vault.dataSealer = () => Promise.resolve(sealer);
  const ports = {
    ...doubles,
    ...{ clock: systemClock, newId: randomUUID },
    ...{ drafts: store.drafts, journal: store.journal, plans: store.plans },
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
      ...{ name: 'bench', baseUrl, apiRoot, variant, authentication: { kind: 'none' } },
      proxy: { kind: 'none' },
    },
    {},
  );
  const journal = new Journal(ports);
  const drafts = new Drafts(ports);
  const house = { ports, connections, journal, snapshots: new Snapshots() };
  const settling = new Settling({ ports, house, journal });
  const bundles = { items: () => Promise.resolve([]) };
  const plans = new Plans({ ports, house, journal, drafts, settling, bundles });
  let planId = '';
  const items = definitions.map((definition, index) => ({
    ...{ key: String(index), connectionId, action: 'create' as const, base: null, definition },
    ...{ draftId: null, undoes: null },
  }));
  for await (const event of plans.prepare({ kind: 'items', items })) {
    if (event.kind === 'end') ({ planId } = event);
  }
  const begun = performance.now();
  const keys = items.map(({ key }) => key);
  await plans.run(planId, keys, { atOnce, onFailure: 'stop' });
  let done = 0;
  for await (const event of plans.watch(planId)) {
    if (event.kind === 'standing') done = event.standing.counts.done;
  }
  const ended = performance.now() - begun;
  await journal.close();
  const kept = performance.now() - begun;
  await plans.close();
  await settling.close();
  await drafts.close();
  await http.close();
  await store.close();
  if (done !== definitions.length) throw new Error(`Only ${done} were published.`);
  return { ended, kept };
}
