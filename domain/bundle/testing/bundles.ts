import fc from 'fast-check';
import { seedWebhooks } from '../../../service/seeds/seed-webhooks.ts';
import type { VariantId } from '../../webhook/variant.ts';
import type { Webhook, WebhookDefinition } from '../../webhook/webhook.ts';
import { exportBundle } from '../export/export-bundle.ts';
import type { ExportSource } from '../export/export-source.ts';
import type { FoundSecret } from '../export/found-secrets.ts';
import { findExportSecrets, type SearchedExport } from '../export/find-export-secrets.ts';
import type { BundleRow } from '../bundle-row.ts';
import type { Bundle } from '../format.ts';
import type { PlanChoices, PlanTarget } from '../plan/plan-target.ts';
import { proposeBundleItems } from '../plan/propose-bundle-items.ts';
import { decideRow } from '../../publishing/decide-row.ts';
import { installationList } from '../../publishing/installation-list.ts';
import type { PlanRow } from '../../publishing/plan.ts';
import { type RowState, rowStateOf } from '../../publishing/row-state.ts';
import { type FileReading, readBundleText } from '../reading/read-bundle-text.ts';
import { writeBundle } from '../write-bundle.ts';
import { rawReader } from './raw-codec.ts';

/** Realistic webhooks, as an installation of a variant returns them. */
export function lifeLike(variant: VariantId, count: number): Webhook[] {
  const read = rawReader.read;
  return [...seedWebhooks(variant, count)].map((seed, index) => {
    const headers = seed.http_headers ?? [];
    const reading = read(
      {
        ...seed,
        id: index + 1,
        http_headers: headers.map((header, at) => ({
          http_header_id: index * 10 + at + 1,
          ...header,
        })),
      },
      variant,
    );
    if (reading.kind === 'wrong') throw new Error(reading.why);
    return { ...reading.webhook, id: index + 1 };
  });
}

const name = fc.oneof(
  fc.constantFrom('Pager', 'pager', ' Pager', 'Pager 2', 'ops/../x', '=cmd()', 'Zürich 🔔', ''),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const text = fc.oneof(
  fc.constantFrom('', 'a', '"', '\\', '{\n  "text": "%AlertName%"\n}\n', 'a\nb', '\n', '\r\n\n'),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const url = fc.oneof(
  fc.constantFrom(
    'https://hooks.slack.com/services/T0/B0/xyz',
    'https://a.example/hook?room=ops&token=t#part',
    'https://user:pass@a.example/',
    'https:\\\\user:pass@a.example\\x',
    'https://a.example/',
    'not a url',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
);
const header = fc.record({
  id: fc.constant(null),
  name: fc.constantFrom('Content-Type', 'Authorization', 'X-Api-Key', 'x-api-key', 'X-Team'),
  value: fc.oneof(fc.constantFrom('application/json', 'Bearer abc', 'GenieKey 1-2'), text),
});

/** Random definitions that an installation of a variant can hold. */
export const definitionsOf = (variant: VariantId): fc.Arbitrary<WebhookDefinition> =>
  fc.record({
    name,
    url,
    method:
      variant === 'A'
        ? fc.constantFrom('POST', 'PUT', 'PATCH', 'get')
        : fc.constantFrom('POST', 'PUT'),
    enabled: fc.boolean(),
    headers: fc.array(header, { maxLength: 4 }),
    payloadTemplate: text,
    severities: fc.record({
      low: fc.boolean(),
      medium: fc.boolean(),
      high: fc.boolean(),
      cleared: fc.boolean(),
    }),
    payloadType: variant === 'A' ? fc.constant(null) : fc.constantFrom('ALERT', 'JOB'),
  });

export const sourceOf = (
  variant: VariantId,
  webhooks: readonly Webhook[],
  changes: Partial<ExportSource> = {},
): ExportSource => ({
  installation: { name: 'acme', variant, fingerprint: 'f1', address: null },
  webhooks: webhooks.map((definition) => ({
    id: definition.id,
    definition,
    unreported: definition.unreported,
  })),
  secretHeaders: [],
  ownTokens: [],
  sampleEdits: {},
  ...changes,
});

/** The webhooks of an installation that creates these definitions in this order. */
export const held = (definitions: readonly WebhookDefinition[], firstId = 1): Webhook[] =>
  definitions.map((definition, index) => ({
    ...definition,
    headers: definition.headers.map((one, at) => ({
      ...one,
      id: (firstId + index) * 100 + at,
    })),
    id: firstId + index,
    unreported: [],
    unknown: {},
  }));

/** The exported file of the sources, with the secrets that were found. */
export function exported(
  sources: readonly ExportSource[],
  keep: ReadonlySet<string> = new Set(),
  takeOut: ReadonlySet<string> = new Set(),
): Pick<SearchedExport, 'secrets' | 'leftOut'> & { text: string } {
  const found = findExportSecrets(sources, { places: takeOut, texts: new Set() });
  const parts = exportBundle(found, keep);
  return { text: textOf(parts), secrets: found.secrets, leftOut: found.leftOut };
}

/** The text that Hookdesk writes for a bundle. */
export const rewritten = ({ webhooks, ...head }: Bundle): string =>
  textOf(writeBundle(webhooks, () => head));

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return parts.map((part) => decoder.decode(part)).join('');
}

export const read = (file: string): FileReading => readBundleText(file, rawReader);

/** @throws Error for an unreadable or encrypted file */
export function readable(file: string): Exclude<FileReading, { kind: 'unreadable' | 'encrypted' }> {
  const reading = read(file);
  if (reading.kind === 'unreadable') throw new Error(JSON.stringify(reading.fault));
  if (reading.kind === 'encrypted') throw new Error('It is encrypted.');
  return reading;
}

export const valuesOf = (secrets: readonly FoundSecret[]): Map<string, string> =>
  new Map(secrets.map((secret) => [secret.name, secret.value]));

/** Choices in which each secret value applies to every destination. */
export const choices = ({
  removeOthers = false,
  asksForNames = false,
  decisions = new Map(),
  secrets = new Map(),
}: TestChoices = {}): PlanChoices => ({
  removeOthers,
  asksForNames,
  decisions,
  secrets: new Everywhere(secrets),
});

export type TestChoices = Partial<Omit<PlanChoices, 'secrets'>> & {
  readonly secrets?: ReadonlyMap<string, string>;
};

class Everywhere extends Map<string, ReadonlyMap<string, string>> {
  readonly #values: ReadonlyMap<string, string>;
  constructor(values: ReadonlyMap<string, string>) {
    super();
    this.#values = values;
  }
  override get size(): number {
    return this.#values.size;
  }
  override get(): ReadonlyMap<string, string> {
    return this.#values;
  }
}

/** The webhooks of the installation after the plan was published. */
export function applied(rows: readonly PlanRow[], before: readonly Webhook[]): Webhook[] {
  let after = [...before];
  let nextId = Math.max(0, ...before.map(({ id }) => id)) + 1;
  for (const { action, base, definition } of rows.filter(({ selected }) => selected)) {
    if (action === 'delete' || definition === null) {
      after = after.filter(({ id }) => id !== base?.id);
    } else if (base === null) {
      after.push(...held([definition], nextId));
      nextId += 1;
    } else after = after.map((one) => (one.id === base.id ? { ...one, ...definition } : one));
  }
  return after;
}

export const target = (
  variant: VariantId,
  webhooks: readonly Webhook[],
  fingerprint = 'f1',
): PlanTarget => ({
  connectionId: 'c1',
  fingerprint,
  list: installationList(variant, webhooks),
});

/** The rows of a file, as an installation decides them. */
export const decideBundleRows = (
  rows: readonly BundleRow[],
  to: PlanTarget,
  made: PlanChoices,
): PlanRow[] =>
  proposeBundleItems(rows, to, made).map((item) =>
    decideRow(item, to.list, made.decisions.get(item.fileRow?.key ?? '') ?? {}),
  );

/** The action of a row that is ready; otherwise its state. */
export function kindOf(row: PlanRow): PlanRow['action'] | RowState {
  const state = rowStateOf(row);
  return state === 'ready' ? row.action : state;
}
