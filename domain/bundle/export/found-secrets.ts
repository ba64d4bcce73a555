import { z } from 'zod';
import { freeKeys, keyFor } from '../keys.ts';
import { type PortableWebhook, printedTexts } from '../portable-webhook.ts';
import { minKnownLength } from '../../secrets/known-values.ts';
import { secretSpan, type Span, textOf } from '../../secrets/span.ts';
import {
  type KnownTemplates,
  placeNames,
  type SecretPlace,
  secretPlaces,
} from './secret-places.ts';

/** A person marks as secret: all values of a header, or a text wherever it occurs. */
export const SecretMark = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('header'), name: z.string().min(1).max(1_000) }),
  z.object({ kind: z.literal('text'), text: z.string().min(minKnownLength).max(65_536) }),
]);
export type SecretMark = z.infer<typeof SecretMark>;

/** The texts that an export removes although no rule detects a secret in them. */
export interface SecretMarks {
  /** `key/place` of texts that are removed completely. */
  readonly places: ReadonlySet<string>;
  readonly texts: ReadonlySet<string>;
}

/** A webhook that still contains its secrets. */
interface KeyedWebhook {
  readonly key: string;
  /** Name of the installation; empty for a draft without one. */
  readonly installation: string;
  /** Names of headers that a person marked, in lower case. */
  readonly secretHeaders: ReadonlySet<string>;
  readonly webhook: PortableWebhook;
}

/** Where a text occurs. `place`: `url`, `headers.N.value` or `payloadTemplate`. */
export interface TextUse {
  readonly key: string;
  readonly webhook: string;
  readonly installation: string;
  readonly place: string;
  readonly words: string;
}

/** A secret of the exported webhooks, with each place that has it. */
export interface FoundSecret {
  /** The same webhooks give the same names. */
  readonly name: string;
  /** Never shown unless the user asks. */
  readonly value: string;
  /** For people and the file, without any part of the value. */
  readonly what: string;
  readonly uses: readonly TextUse[];
  /** The mark that makes it a secret; `null` when it was detected. */
  readonly mark: SecretMark | null;
}

/** A webhook whose texts are split at their secrets. */
export interface SearchedWebhook extends KeyedWebhook {
  /** In order: URL, headers, payload. */
  readonly spans: readonly (readonly Span[])[];
}

export function findSecrets(
  webhooks: readonly KeyedWebhook[],
  marks: SecretMarks,
): {
  searched: SearchedWebhook[];
  secrets: FoundSecret[];
} {
  const secretsByValue = new SecretsByValue();
  const knownTemplates: KnownTemplates = new Map();
  const searched = webhooks.map((webhook): SearchedWebhook => {
    const places = placesOf(webhook, marks.places, knownTemplates);
    for (const { mark, spans, ...place } of places) {
      for (const { text, secretName } of spans) {
        if (secretName !== null) secretsByValue.add(text, webhook, place, mark);
      }
    }
    return { ...webhook, spans: places.map(({ spans }) => spans) };
  });
  // Last, so that a marked text does not change the names of other secrets.
  for (const text of marks.texts) {
    for (const webhook of searched) addMarkedText(secretsByValue, text, webhook);
  }
  return { searched, secrets: secretsByValue.secrets };
}

type PlaceNames = ReturnType<typeof placeNames>[number];

class SecretsByValue {
  readonly #names = freeKeys();
  readonly #byValue = new Map<string, { secret: FoundSecret; uses: TextUse[] }>();

  get secrets(): FoundSecret[] {
    return [...this.#byValue.values()].map(({ secret }) => secret);
  }

  add(
    value: string,
    { key, installation, webhook: { name: webhook } }: KeyedWebhook,
    { place, label, words }: PlaceNames,
    mark: SecretMark | null,
  ): void {
    const use = { key, webhook, installation, place, words };
    const existing = this.#byValue.get(value);
    if (existing !== undefined) {
      existing.uses.push(use);
      return;
    }
    const uses = [use];
    const name = this.#names.take(`${key.slice(0, 56)}-${keyFor(label).slice(0, 48)}`);
    const what = `In ${words} of “${webhook.slice(0, 80)}”.`;
    this.#byValue.set(value, { secret: { name, value, what, uses, mark }, uses });
  }
}

function addMarkedText(secrets: SecretsByValue, text: string, webhook: SearchedWebhook): void {
  for (const [index, place] of placeNames(webhook.webhook.headers).entries()) {
    const spans = webhook.spans[index] ?? [];
    if (spans.some((span) => span.secretName === null && span.text.includes(text))) {
      secrets.add(text, webhook, place, { kind: 'text', text });
    }
  }
}

/** The places of a webhook. A marked place is one secret as a whole. */
function placesOf(
  { key, secretHeaders, webhook }: KeyedWebhook,
  markedPlaces: ReadonlySet<string>,
  knownTemplates: KnownTemplates,
): (SecretPlace & { mark: SecretMark | null })[] {
  const { headers } = webhook;
  return secretPlaces(printedTexts(webhook), knownTemplates).map((secretPlace, index) => {
    const { place, words, spans } = secretPlace;
    const text = textOf(spans);
    const header = headers[index - 1]?.name;
    const isMarkedHeader = header !== undefined && secretHeaders.has(header.toLowerCase());
    const isSecret = isMarkedHeader || markedPlaces.has(`${key}/${place}`);
    if (text === '' || !isSecret) return { ...secretPlace, mark: null };
    return {
      ...secretPlace,
      spans: [secretSpan(text, words)],
      mark: isMarkedHeader ? { kind: 'header', name: header } : null,
    };
  });
}
