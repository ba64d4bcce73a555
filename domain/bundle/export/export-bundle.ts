import { credentialSegments } from '../../secrets/credential-segments.ts';
import { isSensitiveHeader } from '../../secrets/header-secrets.ts';
import { KnownValues } from '../../secrets/known-values.ts';
import type { Segment } from '../../secrets/segment.ts';
import { parseTemplate, tokenNames } from '../../template/parse.ts';
import {
  bundleFormat,
  type BundleHead,
  bundleSchemaName,
  type BundleSource,
  type BundleToken,
  bundleVersion,
  type BundleWebhook,
} from '../format.ts';
import { merged, type Piece, type Pieces, printed } from '../pieces.ts';
import { bundleWebhookOf, type PortableWebhook, secretsOf } from '../portable.ts';
import { writeBundle } from '../write-bundle.ts';
import type { ExportSource } from './export-source.ts';
import type { SearchedWebhook } from './found-secrets.ts';
import type { SearchedSources } from './search-sources.ts';

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

class UsedNames {
  readonly secrets = new Set<string>();
  readonly tokens = new Set<string>();
  /** Equal templates share one array, which is parsed once. */
  readonly #seen = new WeakSet<Pieces>();

  note(webhook: PortableWebhook): void {
    for (const name of secretsOf(webhook)) this.secrets.add(name);
    const { payloadTemplate } = webhook;
    if (this.#seen.has(payloadTemplate)) return;
    this.#seen.add(payloadTemplate);
    for (const name of tokenNames(parseTemplate(printed(payloadTemplate)))) this.tokens.add(name);
  }
}

/** Own tokens and edited samples. The first installation wins. Skips values that look like secrets. */
function bundleTokens(
  sources: readonly ExportSource[],
  used: readonly string[],
  placeholders: SecretReferences,
): BundleToken[] {
  const isFine = (value: string): boolean =>
    value.isWellFormed() &&
    placeholders.hasNoSecret(value) &&
    credentialSegments(value).every(({ secretName }) => secretName === null);
  return used.flatMap((name): BundleToken[] => {
    const own = sources.flatMap(({ ownTokens }) => ownTokens).find((one) => one.name === name);
    const isSecret = isSensitiveHeader(name);
    const samples = isSecret ? [] : editsOf(name, sources).filter(([, value]) => isFine(value));
    if (own === undefined && samples.length === 0) return [];
    return [
      {
        name,
        ...(own !== undefined && isFine(own.meaning) && { meaning: own.meaning }),
        ...(own !== undefined && !isSecret && isFine(own.sample) && { sample: own.sample }),
        ...(samples.length > 0 && { samples: Object.fromEntries(samples) }),
      },
    ];
  });
}

function editsOf(name: string, sources: readonly ExportSource[]): [string, string][] {
  const found = new Map<string, string>();
  for (const { sampleEdits } of sources) {
    for (const [scenario, values] of Object.entries(sampleEdits)) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value !== undefined && !found.has(scenario)) found.set(scenario, value);
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

class SecretReferences {
  readonly #nameByValue: ReadonlyMap<string, string>;
  readonly #values: KnownValues;
  readonly #cache = new WeakMap<readonly Segment[], readonly Piece[]>();

  constructor(names: ReadonlyMap<string, string>) {
    this.#nameByValue = names;
    this.#values = new KnownValues(names.keys());
  }

  hasNoSecret(text: string): boolean {
    return this.#values.in(text).length === 0;
  }

  /** `segments`: URL, header values, template. */
  replaceIn({ webhook, segments }: SearchedWebhook): PortableWebhook {
    const [url = [], ...others] = segments.map((each) => this.#pieces(each));
    const payloadTemplate = others.pop() ?? [];
    const headers = webhook.headers.map(({ name }, index) => ({
      name,
      value: others[index] ?? [],
    }));
    return { ...webhook, url, headers, payloadTemplate };
  }

  /** Also removes secrets that only their known value reveals. */
  #pieces(segments: readonly Segment[]): readonly Piece[] {
    const cached = this.#cache.get(segments);
    if (cached !== undefined) return cached;
    const pieces = merged(
      segments.flatMap(({ text, secretName }): Piece[] => {
        const name = secretName === null ? undefined : this.#nameByValue.get(text);
        return name === undefined ? this.#withKnownValues(text) : [{ secret: name }];
      }),
    );
    this.#cache.set(segments, pieces);
    return pieces;
  }

  #withKnownValues(text: string): Piece[] {
    const pieces: Piece[] = [];
    let read = 0;
    for (const { start, value } of this.#values.in(text)) {
      pieces.push(text.slice(read, start), { secret: this.#nameByValue.get(value) ?? '' });
      read = start + value.length;
    }
    return [...pieces, text.slice(read)];
  }
}
