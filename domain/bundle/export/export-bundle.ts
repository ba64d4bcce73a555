import {
  type BundleHead,
  bundleFormat,
  bundleSchemaName,
  type BundleSource,
  type BundleWebhook,
  bundleVersion,
} from '../format.ts';
import { bundleWebhookOf } from '../portable.ts';
import { writeBundle } from '../write-bundle.ts';
import { bundleTokens } from './bundle-tokens.ts';
import type { ExportSource } from './export-source.ts';
import type { SearchedSources } from './search-sources.ts';
import { SecretReferences } from './secret-references.ts';
import { UsedNames } from './used-names.ts';

export const secretReferencesFor = (
  { secrets }: SearchedSources,
  keep: ReadonlySet<string>,
): SecretReferences =>
  new SecretReferences(
    new Map(secrets.filter(({ name }) => !keep.has(name)).map(({ name, value }) => [value, name])),
  );

/**
 * Writes each webhook before it takes out the next: all at once need several times the file's memory.
 * @param keep names of the secrets that the user chose to leave in the file
 */
export function exportBundle(found: SearchedSources, keep: ReadonlySet<string>): Uint8Array[] {
  const references = secretReferencesFor(found, keep);
  const used = new UsedNames();
  function* webhooks(): Generator<BundleWebhook, void, void> {
    for (const one of found.searched) {
      const webhook = references.replaceIn(one);
      used.note(webhook);
      yield bundleWebhookOf(one.key, webhook);
    }
  }
  return writeBundle(webhooks(), () => headOf(found, keep, used, references));
}

function headOf(
  { sources, keyed, secrets }: SearchedSources,
  keep: ReadonlySet<string>,
  used: UsedNames,
  references: SecretReferences,
): BundleHead {
  return {
    $schema: bundleSchemaName,
    format: bundleFormat,
    version: `${bundleVersion.major}.${bundleVersion.minor}`,
    containsSecrets: secrets.some(({ name }) => keep.has(name)),
    sources: sources.flatMap((source) => sourceOf(source, keyed)),
    secrets: secrets
      .filter(({ name }) => used.secrets.has(name))
      .map(({ name, what }) => ({ name, what })),
    tokens: bundleTokens(sources, [...used.tokens].sort(), references),
  };
}

function sourceOf(
  { installation, webhooks }: ExportSource,
  keyed: SearchedSources['keyed'],
): BundleSource[] {
  if (installation === null) return [];
  const { name, variant, fingerprint, address } = installation;
  const own = new Set(webhooks.map(({ definition }) => definition));
  return [
    {
      installation: name,
      variant,
      fingerprint,
      ...(address !== null && { address }),
      webhooks: keyed
        .filter(({ definition }) => own.has(definition))
        .map(({ key, id }) => ({ key, id })),
    },
  ];
}
