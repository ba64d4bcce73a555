import type { HookdeskClient } from '#contract/index.ts';
import type { PlanRowView, PlanSource, WebhookSelection } from '#contract/plans.ts';
import type { WebhookEdit } from '#domain/publishing/edit-many.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { SeenWebhook } from '#domain/webhook/listed.ts';

/** Secrets that no window, log, report or file of the data folder may contain. */
export const acrossSecrets = {
  old: 'canary/old "7d1f93ab"',
  next: 'canary/new "5e0c44ef"',
  edited: 'canary/edit "91b2c3d4"',
  /** Only in headers, because windows show URLs and templates. */
  header: 'canary/head "c0ffee42"',
};

const { old, next, edited, header } = acrossSecrets;
const basic = (password: string): string =>
  `Basic ${Buffer.from(`ops:${password}`).toString('base64')}`;

const headers = [
  { id: null, name: 'Authorization', value: `Bearer ${old}` },
  { id: null, name: 'X-Api-Key', value: old },
  { id: null, name: 'Authorization', value: basic(old) },
];

/** Has the old secret in a header, and for some numbers also in the URL or the template. */
const shared = (nth: number, change: Partial<WebhookDefinition> = {}): WebhookDefinition => ({
  ...emptyDefinition('B'),
  name: `Shared ${nth}`,
  url: `https://hooks.example.com/${nth}${nth % 2 === 0 ? `?key=${encodeURIComponent(old)}` : ''}`,
  headers: [
    ...headers.slice(nth % 3, (nth % 3) + 1),
    { id: null, name: 'X-Auth-Token', value: header },
    { id: null, name: 'Proxy-Authorization', value: basic(header) },
  ],
  payloadTemplate: nth === 5 ? JSON.stringify({ key: old, text: '%AlertName%' }) : '{}',
  ...change,
});
const own = (name: string): WebhookDefinition => ({ ...shared(1), name });
const all = [1, 2, 3, 4, 5, 6];

/** A reference, its standby and an installation of the other variant, all different. */
export const acrossInstallations = [
  {
    variant: 'B' as const,
    webhooks: [...all.map((nth) => shared(nth)), own('Only 1'), own('Only 2'), own('Only 3')],
  },
  {
    variant: 'B' as const,
    webhooks: [
      ...all.map((nth) => shared(nth, { url: `https://standby.example.com/${nth}` })),
      own('Extra 1'),
      own('Extra 2'),
    ],
  },
  {
    variant: 'A' as const,
    webhooks: [
      ...all.map((nth) =>
        shared(nth, { severities: { low: true, medium: false, high: true, cleared: false } }),
      ),
      own('Extra 3'),
    ],
  },
];

export const acrossEdits: WebhookEdit[] = [
  { kind: 'set-header', name: 'X-Team-Key', value: edited },
  { kind: 'replace-text', field: 'url', find: 'https:', replacement: 'http:', isPattern: false },
  { kind: 'field', field: 'severities.medium', value: true },
];

type Seen = ReadonlyMap<string, SeenWebhook[]>;

/** Plan sources across installations, made as a person makes them. */
const sources = {
  'edit-many': (_client: HookdeskClient, ids: Seen): Promise<PlanSource> =>
    Promise.resolve({ kind: 'webhooks', selection: selectionOf(ids), change: acrossEdits }),
  rotation: async (client: HookdeskClient): Promise<PlanSource> => {
    for await (const event of await client.rotation.find({ kind: 'pasted', value: old })) {
      if (event.kind !== 'end') continue;
      const { searchId } = event;
      await client.rotation.giveNewValue({ searchId, value: next });
      return { kind: 'rotation', searchId };
    }
    throw new Error('The search has no end.');
  },
  copy: (_client: HookdeskClient, ids: Seen): Promise<PlanSource> => {
    const selection = selectionOf(ids).slice(0, 1);
    return Promise.resolve({ kind: 'copy', selection, connectionIds: [...ids.keys()].slice(1) });
  },
  comparison: async (client: HookdeskClient, ids: Seen): Promise<PlanSource> => {
    const [referenceId = '', ...otherIds] = ids.keys();
    const reference = { kind: 'installation' as const, connectionId: referenceId };
    const input = { reference, otherIds, ignoredParts: [] };
    for await (const event of await client.comparisons.open(input)) {
      if (event.kind !== 'end') continue;
      const { comparisonId } = event;
      return {
        kind: 'comparison',
        comparisonId,
        keys: null,
        connectionIds: null,
        alsoRemove: true,
      };
    }
    throw new Error('The comparison has no end.');
  },
};

export type AcrossSource = keyof typeof sources;
export const acrossSources: readonly AcrossSource[] = [
  'edit-many',
  'rotation',
  'copy',
  'comparison',
];

const selectionOf = (ids: Seen): WebhookSelection =>
  [...ids].map(([connectionId, webhooks]) => ({ connectionId, webhooks }));

/** Reads the lists of installations. @returns their webhooks */
export async function readAcross(
  client: HookdeskClient,
  connectionIds: readonly string[],
): Promise<Map<string, SeenWebhook[]>> {
  const ids = new Map<string, SeenWebhook[]>();
  for (const connectionId of connectionIds) {
    const all: SeenWebhook[] = [];
    for await (const event of await client.webhooks.list({ connectionId })) {
      if (event.kind === 'rows')
        all.push(...event.rows.flatMap(({ id, digest }) => (id === null ? [] : [{ id, digest }])));
    }
    ids.set(connectionId, all);
  }
  return ids;
}

export interface PreparedAcross {
  readonly planId: string;
  readonly rows: readonly PlanRowView[];
  /** Keys of the rows that can be sent. */
  readonly keys: string[];
}

/** Reads every installation, and prepares the plan as a window does. */
export const prepareAcross = async (
  client: HookdeskClient,
  connectionIds: readonly string[],
  source: AcrossSource,
): Promise<PreparedAcross> => planAcross(client, await readAcross(client, connectionIds), source);

/** @param ids of all webhooks, by installation */
export async function planAcross(
  client: HookdeskClient,
  ids: Seen,
  source: AcrossSource,
): Promise<PreparedAcross> {
  const rows: PlanRowView[] = [];
  for await (const event of await client.plans.prepare(await sources[source](client, ids))) {
    if (event.kind === 'rows') rows.push(...event.rows);
    if (event.kind !== 'end') continue;
    // The window sends rows in the order of installations, whichever list arrives first.
    const order = [...ids.keys()];
    const keys = rows
      .filter(({ state }) => state === 'ready')
      .toSorted((a, b) => order.indexOf(a.connectionId) - order.indexOf(b.connectionId))
      .map(({ key }) => key);
    return { planId: event.planId, rows, keys };
  }
  throw new Error('There is no plan.');
}
