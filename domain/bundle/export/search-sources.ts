import { freeKeys, keyFor } from '../keys.ts';
import { portableOf, type PortableWebhook } from '../portable.ts';
import type { ExportSource } from './export-source.ts';
import { findSecrets, type FoundSecret, type SearchedWebhook } from './found-secrets.ts';

type Exported = ExportSource['webhooks'][number] & { readonly source: ExportSource };

export interface SearchedSources {
  readonly sources: readonly ExportSource[];
  readonly keyed: readonly (Exported & { readonly key: string })[];
  readonly searched: readonly SearchedWebhook[];
  readonly secrets: readonly FoundSecret[];
  /** Shortened names of webhooks with lone surrogates, which UTF-8 cannot encode. */
  readonly leftOut: readonly string[];
}

/** @param markedAsSecret `key/place` of texts that the user marks as secrets */
export function searchSources(
  sources: readonly ExportSource[],
  markedAsSecret: ReadonlySet<string> = new Set(),
): SearchedSources {
  const all = sorted(
    sources.flatMap((source) => source.webhooks.map((one) => ({ ...one, source }))),
  );
  const encodable = all.filter(({ definition }) => isWellFormed(definition));
  const keys = freeKeys();
  const keyed = encodable.map((one) => ({ ...one, key: keys.take(keyFor(one.definition.name)) }));
  const { searched, secrets } = findSecrets(
    keyed.map(({ key, definition, unreported }) => ({
      key,
      webhook: withSortedHeaders(portableOf(definition, unreported)),
    })),
    markedAsSecret,
  );
  const leftOut = all
    .filter(({ definition }) => !isWellFormed(definition))
    .map(({ definition }) => definition.name.toWellFormed().slice(0, 80));
  return { sources, keyed, searched, secrets, leftOut };
}

function sorted(webhooks: readonly Exported[]): Exported[] {
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

/** By code units: the same order in every locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isWellFormed = ({ name, url, method, headers, payloadTemplate }: Exported['definition']) =>
  [name, url, method, payloadTemplate, ...headers.flatMap((one) => [one.name, one.value])].every(
    (text) => text.isWellFormed(),
  );
