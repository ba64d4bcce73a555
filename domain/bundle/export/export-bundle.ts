import {
  type Bundle,
  bundleFormat,
  bundleSchemaName,
  type BundleSource,
  bundleVersion,
} from '../format.ts';
import { bundleWebhookOf, secretsOf } from '../portable.ts';
import type { ExportSource } from './export-source.ts';
import type { FoundSecret, KeyedWebhook } from './found-secrets.ts';
import { type SearchedSources, searchSources } from './search-sources.ts';
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

/**
 * A bundle of these webhooks, in the order of their names, with placeholders for all secrets that are
 * not to be kept. The order in which webhooks and headers come says nothing, and changes nothing.
 */
export const exportBundle = (
  sources: readonly ExportSource[],
  options: ExportOptions,
): BundleExport => bundleOf(searchSources(sources, options.takeOut), options);

/** The bundle of what was searched; it can be made again with other secrets in it, or other addresses. */
export function bundleOf(
  { sources, keyed, searched, secrets, leftOut }: SearchedSources,
  { exportedAt, exportedBy, keep }: Omit<ExportOptions, 'takeOut'>,
): BundleExport {
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
    leftOut,
  };
}

function sourceOf(
  { installation, webhooks }: ExportSource,
  keyed: SearchedSources['keyed'],
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
