import { createHttpServices } from '#adapters/http/http-services.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, type Webhook, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { ReceivedRequest } from '../service/http/recorder.ts';
import { type RunningService, startService } from '../service/start.ts';
import { type Faults, setFaults } from '../service/testing/set-faults.ts';
import type { ServiceAddresses } from './service-addresses.ts';

interface Given {
  readonly variant: VariantId;
  readonly webhooks: readonly WebhookDefinition[];
}

interface Options {
  /** For all services; without it they accept every request. */
  readonly authToken?: string | null;
  /** Called with the number of requests that change data since the start. */
  readonly onWrite?: (count: number) => void;
}

/** Several services with their own webhooks. */
export interface ServedInstallations {
  readonly places: ServiceAddresses;
  /** Requests since the start that change data, in order. */
  readonly writes: readonly string[];
  /** The writes that changed a store. */
  readonly applied: readonly string[];
  /**
   * Webhooks of each service, sorted. Omits the ids of webhooks and headers created since the
   * start: concurrent requests get ids in random order.
   */
  held(): Promise<readonly string[][]>;
  /** Changes a webhook as another person. */
  change(index: number, id: number, change: Partial<WebhookDefinition>): Promise<void>;
  /** Sets the faults of every service; none for an empty list. */
  faults(...faults: Faults['faults']): Promise<void>;
  close(): Promise<void>;
}

export async function startInstallations(
  given: readonly Given[],
  { authToken = null, onWrite = () => undefined }: Options = {},
): Promise<ServedInstallations> {
  const http = createHttpServices({ environment: {} });
  const services: RunningService[] = [];
  const places: ServiceAddresses = [];
  const writes: string[] = [];
  const applied: string[] = [];
  const read = async (place: ServiceAddresses[number]): Promise<readonly Webhook[]> =>
    addressable((await http.webhooks.list(place, {})).webhooks);
  for (const { variant, webhooks } of given) {
    const isBegun = (): boolean => places.length === given.length;
    const textOf = ({ method, path, body }: ReceivedRequest): string =>
      `${service.url} ${method} ${path} ${method === 'POST' ? body : ''}`;
    const service = await startService({
      variant,
      authToken,
      practice: { deliversTo: 'loopback' },
      onRequest: (request) => {
        const isWrite = request.method !== 'GET' && request.path.includes('/webhook/');
        if (!isWrite || !isBegun()) return;
        writes.push(textOf(request));
        onWrite(writes.length);
      },
      onApplied: (request) => {
        if (isBegun()) applied.push(textOf(request));
      },
    });
    services.push(service);
    const place = { baseUrl: service.url, apiRoot: service.root, variant, authToken };
    for (const definition of webhooks) {
      const payloadType = variant === 'A' ? null : (definition.payloadType ?? 'ALERT');
      await http.webhooks.send(place, {
        action: 'create',
        definition: { ...definition, payloadType },
      });
    }
    places.push(place);
  }
  const before = await Promise.all(
    places.map(async (place) => {
      const webhooks = await read(place);
      const headers = webhooks.flatMap((webhook) => webhook.headers.map(({ id }) => id));
      return { webhooks: new Set(webhooks.map(({ id }) => id)), headers: new Set(headers) };
    }),
  );
  return {
    places,
    writes,
    applied,
    held: () =>
      Promise.all(
        places.map(async (place, index) => {
          const webhooks = await read(place);
          return webhooks.map((webhook) => heldText(webhook, before[index])).sort();
        }),
      ),
    change: async (index, id, change) => {
      const place = places[index];
      if (place === undefined) throw new Error(`There is no service ${index}.`);
      const live = await http.webhooks.read(place, id, {});
      const definition = { ...definitionOf(live), ...change };
      await http.webhooks.send(place, { action: 'update', live, definition });
    },
    faults: async (...faults) => {
      await Promise.all(services.map(({ url }) => setFaults({ url, authToken }, { faults })));
    },
    close: async () => {
      await http.close();
      for (const service of services) await service.close();
    },
  };
}

interface Known {
  readonly webhooks: ReadonlySet<number>;
  readonly headers: ReadonlySet<number | null>;
}

function heldText(webhook: Webhook, known: Known | undefined): string {
  const id = known?.webhooks.has(webhook.id) === true ? webhook.id : null;
  const headers = webhook.headers.map((header) =>
    known?.headers.has(header.id) === true ? header : { ...header, id: null },
  );
  return JSON.stringify({ ...webhook, id, headers });
}
