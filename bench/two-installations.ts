import { type RunningService, startRealService } from './real-service.ts';

interface Header {
  readonly http_header_key: string;
  readonly http_header_value: string;
}

interface Held {
  readonly id: number;
  readonly name: string;
  readonly http_headers: readonly Header[];
}

/** A new webhook, without id. Source: interface document §2.3. */
type Created = Omit<Held, 'id'>;

/** Webhooks that are created at the same time. */
const atOnce = 20;

/**
 * Starts two installations of variant B with `count` webhooks each. Half of the webhooks of the first are also
 * on the second, with another template; the others differ by name.
 */
export async function startTwoInstallations(
  count: number,
): Promise<{ first: RunningService; second: RunningService }> {
  const seeded = await startRealService('B', count);
  const webhooks = await listOf(seeded);
  await seeded.close();
  const first = await startRealService('B', 0);
  await create(
    first,
    webhooks.map((webhook, at) => ({ ...webhook, name: `${webhook.name} ${at}` })),
  );
  const second = await startRealService('B', 0);
  await create(
    second,
    webhooks.map((webhook, at) =>
      at % 2 === 0
        ? { ...webhook, name: `${webhook.name} ${at}`, payload_template: '{"text": "%AlertName%"}' }
        : { ...webhook, name: `${webhook.name} ${count + at}` },
    ),
  );
  return { first, second };
}

const addressOf = ({ baseUrl, apiRoot }: RunningService): string => `${baseUrl}${apiRoot}/webhook/`;

async function listOf(service: RunningService): Promise<Created[]> {
  const answer = await fetch(addressOf(service), {
    headers: { Accept: 'application/json', 'X-Auth-Token': service.authToken },
  });
  const held = (await answer.json()) as Held[];
  return held.map((webhook) => ({
    ...Object.fromEntries(Object.entries(webhook).filter(([field]) => field !== 'id')),
    name: webhook.name,
    http_headers: webhook.http_headers.map(({ http_header_key, http_header_value }) => ({
      http_header_key,
      http_header_value,
    })),
  }));
}

async function create(service: RunningService, webhooks: readonly Created[]): Promise<void> {
  for (let from = 0; from < webhooks.length; from += atOnce) {
    await Promise.all(
      webhooks.slice(from, from + atOnce).map(async (webhook) => {
        const answer = await fetch(addressOf(service), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Auth-Token': service.authToken },
          body: JSON.stringify(webhook),
        });
        if (!answer.ok) throw new Error(`The service took no webhook: ${answer.status}`);
      }),
    );
  }
}
