import { createHttpServices } from '#adapters/http/http-services.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../../../../service/start.ts';
import { definitionsBefore } from './five-hundred-rows.ts';
import type { ServiceAddresses } from './service-addresses.ts';

export const variants = ['A', 'B', 'B'] as const;

/** Three services, each with the same webhooks under the same ids. */
export interface Installations {
  readonly places: ServiceAddresses;
  /** What was asked of them since that changes something, in its order. */
  readonly writes: readonly string[];
  /**
   * What each of them holds now, in an order of its own. Ids are in it but for those of webhooks and headers
   * that were created since: which of several gets which one is chance.
   */
  held(): Promise<readonly string[][]>;
  close(): Promise<void>;
}

/** @param onWrite is told how many requests that change something have come */
export async function startInstallations(
  onWrite: (count: number) => void = () => undefined,
): Promise<Installations> {
  const http = createHttpServices({ environment: {} });
  const services: RunningService[] = [];
  const places: ServiceAddresses = [];
  const writes: string[] = [];
  const read = async (place: ServiceAddresses[number]): Promise<readonly Webhook[]> =>
    addressable((await http.webhooks.list({ ...place, authToken: null }, {})).webhooks);
  for (const variant of variants) {
    const service = await startService({
      variant,
      authToken: null,
      onRequest: ({ method, path, body }) => {
        if (method === 'GET' || places.length < variants.length) return;
        writes.push(`${service.url} ${method} ${path} ${method === 'POST' ? body : ''}`);
        onWrite(writes.length);
      },
    });
    services.push(service);
    const place = { baseUrl: service.url, apiRoot: service.root, variant };
    const payloadType = variant === 'A' ? null : 'ALERT';
    for (const definition of definitionsBefore) {
      await http.webhooks.create({ ...place, authToken: null }, { ...definition, payloadType });
    }
    places.push(place);
  }
  const before = await Promise.all(places.map(idsOf));
  async function idsOf(place: ServiceAddresses[number]): Promise<ReadonlySet<number>> {
    const webhooks = await read(place);
    return new Set(
      webhooks.flatMap(({ id, headers }) => [id, ...headers.map((one) => one.id ?? 0)]),
    );
  }
  return {
    places,
    writes,
    held: () =>
      Promise.all(
        places.map(async (place, index) => {
          const known = (id: number | null): number | null =>
            id !== null && before[index]?.has(id) === true ? id : null;
          const webhooks = await read(place);
          return webhooks.map((webhook) => textOf(webhook, known)).sort();
        }),
      ),
    close: async () => {
      await http.close();
      for (const service of services) await service.close();
    },
  };
}

function textOf(webhook: Webhook, known: (id: number | null) => number | null): string {
  const headers = webhook.headers.map((header) => ({ ...header, id: known(header.id) }));
  return JSON.stringify({ ...webhook, id: known(webhook.id), headers });
}
