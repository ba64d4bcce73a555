import { freeKeys, keyFor } from '../keys.ts';
import { portableOf } from '../portable-webhook.ts';
import type { ExportSource } from './export-source.ts';
import {
  findSecrets,
  type FoundSecret,
  type SearchedWebhook,
  type SecretMarks,
} from './found-secrets.ts';

type ExportedWebhook = ExportSource['webhooks'][number] & {
  readonly source: ExportSource;
  /** Index of the source. */
  readonly order: number;
};

/** The webhooks of an export in their order, with the secrets that they have. */
export interface SearchedExport {
  readonly sources: readonly ExportSource[];
  readonly keyed: readonly (ExportedWebhook & { readonly key: string })[];
  readonly webhooks: readonly SearchedWebhook[];
  readonly secrets: readonly FoundSecret[];
  /** Shortened names of webhooks with lone surrogates, which UTF-8 cannot encode. */
  readonly leftOut: readonly string[];
  readonly marks: SecretMarks;
}

const noMarks: SecretMarks = { places: new Set(), texts: new Set() };

/** Orders the webhooks of an export, gives them keys, and finds their secrets. */
export function findExportSecrets(
  sources: readonly ExportSource[],
  marks: SecretMarks = noMarks,
): SearchedExport {
  const ordered = sources.toSorted(compareSources);
  const all = sorted(
    ordered.flatMap((source, order) =>
      source.webhooks.map((webhook) => ({ ...webhook, source, order })),
    ),
  );
  const encodable = all.filter(({ definition }) => isWellFormed(definition));
  const keys = freeKeys();
  const keyed = encodable.map((webhook) => ({
    ...webhook,
    key: keys.take(keyFor(webhook.definition.name)),
  }));
  const secretHeaders = ordered.map((source) => new Set(source.secretHeaders.map(lowerCase)));
  const { searched, secrets } = findSecrets(
    keyed.map(({ key, definition, unreported, source, order }) => ({
      key,
      installation: source.installation?.name ?? '',
      secretHeaders: secretHeaders[order] ?? new Set(),
      webhook: portableOf(definition, unreported),
    })),
    marks,
  );
  const leftOut = all
    .filter(({ definition }) => !isWellFormed(definition))
    .map(({ definition }) => definition.name.toWellFormed().slice(0, 80));
  return { sources: ordered, keyed, webhooks: searched, secrets, leftOut, marks };
}

const lowerCase = (name: string): string => name.toLowerCase();

/** By name, source and id. The content decides last, so that a changed field moves no other webhook. */
function sorted(webhooks: readonly ExportedWebhook[]): ExportedWebhook[] {
  const contents = new Map<ExportedWebhook, string>();
  const contentOf = (webhook: ExportedWebhook): string => {
    const cached = contents.get(webhook);
    if (cached !== undefined) return cached;
    const { headers, ...fields } = portableOf(webhook.definition);
    const content = JSON.stringify([Object.entries(fields), headers]);
    contents.set(webhook, content);
    return content;
  };
  return webhooks.toSorted(
    (a, b) =>
      compare(a.definition.name, b.definition.name) ||
      compare(a.order, b.order) ||
      compare(a.id ?? Infinity, b.id ?? Infinity) ||
      compare(contentOf(a), contentOf(b)),
  );
}

/** Drafts for no installation come last. */
function compareSources({ installation: a }: ExportSource, { installation: b }: ExportSource) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return (
    compare(a.name, b.name) ||
    compare(a.variant, b.variant) ||
    compare(a.fingerprint, b.fingerprint)
  );
}

/** Texts by code units: the same order in every locale. */
const compare = <Value extends string | number>(a: Value, b: Value): number =>
  a < b ? -1 : a > b ? 1 : 0;

function isWellFormed(definition: ExportedWebhook['definition']): boolean {
  const { name, url, method, headers, payloadTemplate } = definition;
  const headerTexts = headers.flatMap((header) => [header.name, header.value]);
  return [name, url, method, payloadTemplate, ...headerTexts].every((text) => text.isWellFormed());
}
