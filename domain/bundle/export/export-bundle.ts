import { credentialSpans } from '../../secrets/credential-spans.ts';
import { isSensitiveName } from '../../secrets/sensitive-names.ts';
import { KnownValues } from '../../secrets/known-values.ts';
import type { Span } from '../../secrets/span.ts';
import { parseTemplate, tokenNames } from '../../template/parse-template.ts';
import {
  bundleFormat,
  type BundleHead,
  bundleSchemaName,
  type BundleSource,
  type BundleToken,
  bundleVersion,
  type BundleWebhook,
} from '../format.ts';
import {
  mergePieces,
  type Piece,
  printPieces,
  type TextWithSecrets,
} from '../text-with-secrets.ts';
import { bundleWebhookOf, type PortableWebhook, secretsOf } from '../portable-webhook.ts';
import { writeBundle } from '../write-bundle.ts';
import type { ExportSource } from './export-source.ts';
import type { SearchedWebhook } from './found-secrets.ts';
import type { SearchedExport } from './find-export-secrets.ts';

/** Replaces the secrets that leave the file with references. */
export const secretReferencesFor = (
  { secrets }: SearchedExport,
  keep: ReadonlySet<string>,
): SecretReferences =>
  new SecretReferences(
    new Map(secrets.filter(({ name }) => !keep.has(name)).map(({ name, value }) => [value, name])),
  );

/**
 * Writes the file. Writes each webhook before it replaces the secrets of the next: all at once need several times
 * the file's memory.
 * @param keep names of the secrets that the user chose to leave in the file
 */
export function exportBundle(searched: SearchedExport, keep: ReadonlySet<string>): Uint8Array[] {
  const references = secretReferencesFor(searched, keep);
  const usedNames = new UsedNames();
  function* webhooks(): Generator<BundleWebhook, void, void> {
    for (const searchedWebhook of searched.webhooks) {
      const webhook = references.replaceIn(searchedWebhook);
      usedNames.add(webhook);
      yield bundleWebhookOf(searchedWebhook.key, webhook);
    }
  }
  return writeBundle(webhooks(), () => headOf(searched, keep, usedNames, references));
}

function headOf(
  { sources, keyed, secrets }: SearchedExport,
  keep: ReadonlySet<string>,
  usedNames: UsedNames,
  references: SecretReferences,
): BundleHead {
  return {
    $schema: bundleSchemaName,
    format: bundleFormat,
    version: `${bundleVersion.major}.${bundleVersion.minor}`,
    containsSecrets: secrets.some(({ name }) => keep.has(name)),
    sources: sources.flatMap((source) => sourceOf(source, keyed)),
    secrets: secrets
      .filter(({ name }) => usedNames.secrets.has(name))
      .map(({ name, what }) => ({ name, what })),
    tokens: bundleTokens(sources, [...usedNames.tokens].sort(), references),
  };
}

function sourceOf(
  { installation, webhooks }: ExportSource,
  keyed: SearchedExport['keyed'],
): BundleSource[] {
  if (installation === null) return [];
  const { name, variant, fingerprint, address } = installation;
  const definitions = new Set(webhooks.map(({ definition }) => definition));
  return [
    {
      installation: name,
      variant,
      fingerprint,
      ...(address !== null && { address }),
      webhooks: keyed
        .filter(({ definition }) => definitions.has(definition))
        .map(({ key, id }) => ({ key, id })),
    },
  ];
}

/** The secrets and tokens that the exported webhooks name. */
class UsedNames {
  readonly secrets = new Set<string>();
  readonly tokens = new Set<string>();
  /** Equal templates share one array, which is parsed once. */
  readonly #parsedTemplates = new WeakSet<TextWithSecrets>();

  add(webhook: PortableWebhook): void {
    for (const name of secretsOf(webhook)) this.secrets.add(name);
    const { payloadTemplate } = webhook;
    if (this.#parsedTemplates.has(payloadTemplate)) return;
    this.#parsedTemplates.add(payloadTemplate);
    for (const name of tokenNames(parseTemplate(printPieces(payloadTemplate))))
      this.tokens.add(name);
  }
}

/** Own tokens and edited samples. The first installation wins. Skips values that look like secrets. */
function bundleTokens(
  sources: readonly ExportSource[],
  usedTokens: readonly string[],
  references: SecretReferences,
): BundleToken[] {
  const isSafe = (value: string): boolean =>
    value.isWellFormed() &&
    references.hasNoSecret(value) &&
    credentialSpans(value).every(({ secretName }) => secretName === null);
  return usedTokens.flatMap((name): BundleToken[] => {
    const ownToken = sources
      .flatMap(({ ownTokens }) => ownTokens)
      .find((token) => token.name === name);
    const isSecret = isSensitiveName(name);
    const samples = isSecret
      ? []
      : sampleEditsOf(name, sources).filter(([, value]) => isSafe(value));
    if (ownToken === undefined && samples.length === 0) return [];
    const { meaning = '', sample = '' } = ownToken ?? {};
    return [
      {
        name,
        ...(ownToken !== undefined && isSafe(meaning) && { meaning }),
        ...(ownToken !== undefined && !isSecret && isSafe(sample) && { sample }),
        ...(samples.length > 0 && { samples: Object.fromEntries(samples) }),
      },
    ];
  });
}

/** Edited samples of one token by scenario. */
function sampleEditsOf(name: string, sources: readonly ExportSource[]): [string, string][] {
  const byScenario = new Map<string, string>();
  for (const { sampleEdits } of sources) {
    for (const [scenario, values] of Object.entries(sampleEdits)) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value !== undefined && !byScenario.has(scenario)) byScenario.set(scenario, value);
    }
  }
  return [...byScenario].sort(([a], [b]) => (a < b ? -1 : 1));
}

class SecretReferences {
  readonly #nameByValue: ReadonlyMap<string, string>;
  readonly #values: KnownValues;
  readonly #piecesBySpans = new WeakMap<readonly Span[], readonly Piece[]>();

  constructor(nameByValue: ReadonlyMap<string, string>) {
    this.#nameByValue = nameByValue;
    this.#values = new KnownValues(nameByValue.keys());
  }

  hasNoSecret(text: string): boolean {
    return this.#values.in(text).length === 0;
  }

  /** `spans`: URL, header values, template. */
  replaceIn({ webhook, spans }: SearchedWebhook): PortableWebhook {
    const [url = [], ...headerValues] = spans.map((textSpans) => this.#pieces(textSpans));
    const payloadTemplate = headerValues.pop() ?? [];
    const headers = webhook.headers.map(({ name }, index) => ({
      name,
      value: headerValues[index] ?? [],
    }));
    return { ...webhook, url, headers, payloadTemplate };
  }

  /** Also removes secrets that only their known value reveals. */
  #pieces(spans: readonly Span[]): readonly Piece[] {
    const cached = this.#piecesBySpans.get(spans);
    if (cached !== undefined) return cached;
    const pieces = mergePieces(
      spans.flatMap(({ text, secretName }): Piece[] => {
        const name = secretName === null ? undefined : this.#nameByValue.get(text);
        return name === undefined ? this.#withKnownValues(text) : [{ secret: name }];
      }),
    );
    this.#piecesBySpans.set(spans, pieces);
    return pieces;
  }

  #withKnownValues(text: string): Piece[] {
    const pieces: Piece[] = [];
    let end = 0;
    for (const { start, value } of this.#values.in(text)) {
      pieces.push(text.slice(end, start), { secret: this.#nameByValue.get(value) ?? '' });
      end = start + value.length;
    }
    return [...pieces, text.slice(end)];
  }
}
