import type { HookdeskClient } from '#contract/index.ts';
import { searchLimits } from '#contract/search.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import { Masking, maskedUrl } from '#domain/secrets/masking.ts';
import type { ListedSummary, SeenWebhook } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { installationNames } from './find-installation.ts';
import type { Results } from './output/results.ts';

type Listed = Results['webhooks']['webhooks'][number];

/** @param stored takes the last list, and does not contact the installation */
export async function readList(
  client: HookdeskClient,
  connectionId: string,
  signal: AbortSignal,
  stored = false,
): Promise<{ webhooks: ListedSummary[]; readAt: Date | null }> {
  const webhooks: ListedSummary[] = [];
  let readAt: Date | null = null;
  const list = stored ? client.snapshots.last : client.webhooks.list;
  for await (const event of await list({ connectionId }, { signal })) {
    if (event.kind === 'rows') webhooks.push(...event.rows);
    if (event.kind === 'end') readAt = event.readAt;
  }
  return { webhooks, readAt };
}

/** Reads the installations again. @throws ProblemError when one of them cannot be read */
export async function readLists(
  client: HookdeskClient,
  connectionIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const input = { connectionIds: [...connectionIds] };
  for await (const event of await client.webhooks.listAll(input, { signal })) {
    if (event.state === 'failed') throw new ProblemError(event.problem);
  }
}

interface Selecting {
  readonly connectionId: string;
  /** Ids, or names that occur once; empty for all. */
  readonly webhooks: readonly string[];
  /** Limits them to those that a search finds; `null` for no limit. */
  readonly query: string | null;
}

/** Reads the installation. @throws ProblemError('not-found') for a name that occurs twice or not at all */
export async function selectWebhooks(
  client: HookdeskClient,
  { connectionId, webhooks, query }: Selecting,
  signal: AbortSignal,
): Promise<SeenWebhook[]> {
  const { webhooks: all } = await readList(client, connectionId, signal);
  const chosen =
    webhooks.length === 0
      ? all.flatMap(({ id, digest }) => (id === null ? [] : [{ id, digest }]))
      : webhooks.map((text) => webhookIn(all, text));
  const found = query === null ? null : await idsFound(client, connectionId, query);
  const byId = new Map(chosen.map((webhook) => [webhook.id, webhook]));
  return [...byId.values()].filter(({ id }) => found?.has(id) ?? true);
}

const isId = (text: string): boolean => /^\d{1,15}$/.test(text);

/** By id, else by a name that occurs once. @throws ProblemError('not-found') */
function webhookIn(all: readonly ListedSummary[], text: string): SeenWebhook {
  const withId = isId(text) ? all.filter(({ id }) => id === Number(text)) : [];
  const found = withId.length > 0 ? withId : all.filter(({ name }) => name === text);
  const [{ id, digest } = { id: null, digest: '' }] = found;
  if (id !== null && found.length === 1) return { id, digest };
  throw plainError(
    'not-found',
    found.length === 0
      ? `There is no webhook “${text}”.`
      : `The name “${text}” does not identify one webhook.`,
    '“hookdesk list” shows the ids.',
  );
}

async function idsFound(
  client: HookdeskClient,
  connectionId: string,
  query: string,
): Promise<ReadonlySet<number>> {
  const ids = new Set<number>();
  for await (const row of foundRows(await openSearch(client, query), client))
    if (row.connectionId === connectionId && row.webhook?.id != null) ids.add(row.webhook.id);
  return ids;
}

/** @param given an id, or a name that occurs once */
export async function readOne(
  client: HookdeskClient,
  connectionId: string,
  given: string,
  signal: AbortSignal,
): Promise<Results['webhook']> {
  const webhookId = isId(given)
    ? Number(given)
    : webhookIn((await readList(client, connectionId, signal)).webhooks, given).id;
  const { webhook } = await client.webhooks.read({ connectionId, webhookId }, { signal });
  return webhookResult(webhook);
}

export async function search(client: HookdeskClient, text: string): Promise<Results['search']> {
  const nameOf = await installationNames(client);
  const opened = await openSearch(client, text);
  const webhooks: Results['search']['webhooks'] = [];
  for await (const { connectionId, webhook } of foundRows(opened, client)) {
    if (webhook !== null)
      webhooks.push({ installation: nameOf(connectionId), ...listedResult(webhook) });
  }
  return {
    total: webhooks.length,
    neverRead: opened.coverage.neverRead.map(nameOf),
    webhooks,
  };
}

type OpenedSearch = Awaited<ReturnType<HookdeskClient['search']['open']>>;

/** @throws ProblemError('refused') for a mistake in the query */
async function openSearch(client: HookdeskClient, text: string): Promise<OpenedSearch> {
  const sort = { by: 'installation', descending: false } as const;
  const opened = await client.search.open({ text, sort });
  const [mistake] = opened.mistakes;
  if (mistake === undefined) return opened;
  const part = text.slice(mistake.start, mistake.end);
  throw plainError('refused', `“${part}”: ${mistake.message}`, 'Correct the query.');
}

async function* foundRows({ searchId, total }: OpenedSearch, client: HookdeskClient) {
  for (let from = 0; from < total; from += searchLimits.rows) {
    const { rows } = await client.search.rows({ searchId, from, count: searchLimits.rows });
    yield* rows;
  }
  await client.search.close({ searchId });
}

export function listedResult(webhook: ListedSummary): Listed {
  const { id, name, enabled, method, url, payloadType, severities, headerCount } = webhook;
  return { id, name, enabled, method, url: maskedUrl(url), payloadType, severities, headerCount };
}

function webhookResult(webhook: Webhook): Results['webhook'] {
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
