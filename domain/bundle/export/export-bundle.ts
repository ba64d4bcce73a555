import {
  type Bundle,
  bundleFormat,
  bundleSchemaName,
  type BundleSource,
  bundleVersion,
} from '../format.ts';
import { freeKeys, keyFor } from '../keys.ts';
import { bundleWebhookOf, portableOf, type PortableWebhook, secretsOf } from '../portable.ts';
import type { ExportSource } from './export-source.ts';
import { findSecrets, type FoundSecret, type KeyedWebhook } from './found-secrets.ts';
import { Placeholders } from './take-out.ts';
import { bundleTokens } from './bundle-tokens.ts';

export interface ExportOptions {
  readonly exportedAt: Date;
  /** Name and version of the application. */
  readonly exportedBy: string;
  /** Names of the secrets that somebody chose to leave in the file. */
  readonly keep: ReadonlySet<string>;
  /** Texts that somebody takes out as a whole, though nothing was found in them: `key/place`. */
  readonly takeOut?: ReadonlySet<string>;
}

export interface BundleExport {
  readonly bundle: Bundle;
  /** The webhooks as they are in the bundle, for other formats. */
  readonly webhooks: readonly KeyedWebhook[];
  /** Every secret that was found, in the order of the file, kept in it or not. */
  readonly secrets: readonly FoundSecret[];
  /** Webhooks that no file can hold: their names, shortened. */
  readonly leftOut: readonly string[];
}

type Exported = ExportSource['webhooks'][number] & { readonly source: ExportSource };

/**
 * A bundle of these webhooks, in the order of their names, with placeholders for all secrets that are
 * not to be kept. The order in which webhooks and headers come says nothing, and changes nothing.
 */
export function exportBundle(
  sources: readonly ExportSource[],
  { exportedAt, exportedBy, keep, takeOut = new Set() }: ExportOptions,
): BundleExport {
  const all = inOrder(
    sources.flatMap((source) => source.webhooks.map((one) => ({ ...one, source }))),
  );
  const fit = all.filter(({ definition }) => isWellFormed(definition));
  const keys = freeKeys();
  const keyed = fit.map((one) => ({ ...one, key: keys.take(keyFor(one.definition.name)) }));
  const { searched, secrets } = findSecrets(
    keyed.map(({ key, definition, unreported }) => ({
      key,
      webhook: withSortedHeaders(portableOf(definition, unreported)),
    })),
    takeOut,
  );
  const placeholders = new Placeholders(
    new Map(secrets.filter(({ name }) => !keep.has(name)).map(({ name, value }) => [value, name])),
  );
  const webhooks = searched.map((one) => ({ key: one.key, webhook: placeholders.webhook(one) }));
  const used = new Set(webhooks.flatMap(({ webhook }) => secretsOf(webhook)));
  return {
    bundle: {
      $schema: bundleSchemaName,
      format: bundleFormat,
      version: `${bundleVersion.major}.${bundleVersion.minor}`,
      containsSecrets: secrets.some(({ name }) => keep.has(name)),
      exportedAt: exportedAt.toISOString(),
      exportedBy,
      sources: sources.flatMap((source) => sourceOf(source, keyed)),
      secrets: secrets
        .filter(({ name }) => used.has(name))
        .map(({ name, what }) => ({ name, what })),
      tokens: bundleTokens(sources, webhooks, placeholders),
      webhooks: webhooks.map(({ key, webhook }) => bundleWebhookOf(key, webhook)),
    },
    webhooks,
    secrets,
    leftOut: all
      .filter(({ definition }) => !isWellFormed(definition))
      .map(({ definition }) => definition.name.toWellFormed().slice(0, 80)),
  };
}

function sourceOf(
  { installation, webhooks }: ExportSource,
  keyed: readonly (Exported & { readonly key: string })[],
): BundleSource[] {
  if (installation === null) return [];
  const { name, variant, connection, address } = installation;
  const own = new Set(webhooks.map(({ definition }) => definition));
  return [
    {
      installation: name,
      variant,
      connection,
      ...(address !== null && { address }),
      webhooks: keyed
        .filter(({ definition }) => own.has(definition))
        .map(({ key, id }) => ({ key, id })),
    },
  ];
}

/** By name, and equal names by what else they say. */
function inOrder(webhooks: readonly Exported[]): Exported[] {
  const contents = new Map<Exported, string>();
  const contentOf = (one: Exported): string => {
    const known = contents.get(one);
    if (known !== undefined) return known;
    const { headers, ...rest } = withSortedHeaders(portableOf(one.definition));
    const content = JSON.stringify([Object.entries(rest), headers]);
    contents.set(one, content);
    return content;
  };
  return webhooks.toSorted(
    (a, b) => compare(a.definition.name, b.definition.name) || compare(contentOf(a), contentOf(b)),
  );
}

function withSortedHeaders(webhook: PortableWebhook): PortableWebhook {
  return {
    ...webhook,
    headers: webhook.headers.toSorted(
      (a, b) =>
        compare(a.name.toLowerCase(), b.name.toLowerCase()) ||
        compare(a.name, b.name) ||
        compare(JSON.stringify(a.value), JSON.stringify(b.value)),
    ),
  };
}

/** By code units: the same on every machine, whatever its language. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Half of a character cannot be written as UTF-8. */
const isWellFormed = ({ name, url, method, headers, payloadTemplate }: Exported['definition']) =>
  [name, url, method, payloadTemplate, ...headers.flatMap((one) => [one.name, one.value])].every(
    (text) => text.isWellFormed(),
  );
