import type { HookdeskClient } from '#contract/index.ts';
import { searchLimits } from '#contract/search.ts';
import { plainError } from '#domain/problem.ts';
import { Masking, maskedUrl } from '#domain/secrets/masked.ts';
import type { ListedSummary } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Results } from './output/results.ts';

type Listed = Results['webhooks']['webhooks'][number];

interface ReadOptions {
  /** Takes the last list, and does not contact the installation. */
  readonly stored: boolean;
  readonly signal: AbortSignal;
}

export async function readList(
  client: HookdeskClient,
  connectionId: string,
  { stored, signal }: ReadOptions,
): Promise<{ webhooks: Listed[]; readAt: Date | null }> {
  const webhooks: Listed[] = [];
  let readAt: Date | null = null;
  const list = stored ? client.snapshots.last : client.webhooks.list;
  for await (const event of await list({ connectionId }, { signal })) {
    if (event.kind === 'rows') webhooks.push(...event.rows.map(listed));
    if (event.kind === 'end') readAt = event.readAt;
  }
  return { webhooks, readAt };
}

/** @param given an id, or a name that occurs once */
export async function readOne(
  client: HookdeskClient,
  connectionId: string,
  given: string,
  signal: AbortSignal,
): Promise<Results['webhook']> {
  const webhookId = /^\d{1,15}$/.test(given)
    ? Number(given)
    : await idOfName(client, connectionId, given, signal);
  const { webhook } = await client.webhooks.read({ connectionId, webhookId }, { signal });
  return masked(webhook);
}

async function idOfName(
  client: HookdeskClient,
  connectionId: string,
  name: string,
  signal: AbortSignal,
): Promise<number> {
  const { webhooks } = await readList(client, connectionId, { stored: false, signal });
  const ids = webhooks.filter((webhook) => webhook.name === name).map(({ id }) => id);
  const [only = null] = ids;
  if (only !== null && ids.length === 1) return only;
  throw plainError(
    'not-found',
    ids.length === 0
      ? `There is no webhook “${name}”.`
      : `The name “${name}” does not identify one webhook.`,
    '“hookdesk list” shows the ids.',
  );
}

export async function search(client: HookdeskClient, text: string): Promise<Results['search']> {
  const names = new Map((await client.connections.list()).map(({ id, name }) => [id, name]));
  const nameOf = (connectionId: string): string => names.get(connectionId) ?? connectionId;
  const sort = { by: 'installation', descending: false } as const;
  const { searchId, total, mistakes, coverage } = await client.search.open({ text, sort });
  const [mistake] = mistakes;
  if (mistake !== undefined) {
    const part = text.slice(mistake.start, mistake.end);
    throw plainError('refused', `“${part}”: ${mistake.message}`, 'Correct the query.');
  }
  const webhooks: Results['search']['webhooks'] = [];
  for (let from = 0; from < total; from += searchLimits.rows) {
    const { rows } = await client.search.rows({ searchId, from, count: searchLimits.rows });
    for (const { connectionId, webhook } of rows) {
      if (webhook !== null)
        webhooks.push({ installation: nameOf(connectionId), ...listed(webhook) });
    }
  }
  await client.search.close({ searchId });
  return { total: webhooks.length, neverRead: coverage.neverRead.map(nameOf), webhooks };
}

function listed(webhook: ListedSummary): Listed {
  const { id, name, enabled, method, url, payloadType, severities, headerCount } = webhook;
  return { id, name, enabled, method, url: maskedUrl(url), payloadType, severities, headerCount };
}

function masked(webhook: Webhook): Results['webhook'] {
  const { id, enabled, method, payloadType, severities } = webhook;
  const masking = new Masking([webhook]);
  return {
    id,
    name: masking.text(webhook.name),
    enabled,
    method,
    url: masking.url(webhook.url),
    payloadType,
    severities,
    headers: webhook.headers.map((header) => ({
      name: header.name,
      value: masking.header(header),
    })),
    payloadTemplate: masking.payload(webhook.payloadTemplate),
  };
}
