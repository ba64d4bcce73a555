import { z } from 'zod';
import { freeKeys, keyFor } from '../keys.ts';
import { type PortableWebhook, printedTexts } from '../portable.ts';
import { minKnownLength } from '../../secrets/known-values.ts';
import { secretSegment, type Segment, textOf } from '../../secrets/segment.ts';
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

export interface SearchedWebhook extends KeyedWebhook {
  /** In order: URL, headers, payload. */
  readonly segments: readonly (readonly Segment[])[];
}

export function findSecrets(
  webhooks: readonly KeyedWebhook[],
  marks: SecretMarks,
): {
  searched: SearchedWebhook[];
  secrets: FoundSecret[];
} {
  const found = new SecretsByValue();
  const known: KnownTemplates = new Map();
  const searched = webhooks.map((one): SearchedWebhook => {
    const places = placesOf(one, marks.places, known);
    for (const { mark, segments, ...place } of places) {
      for (const { text, secretName: what } of segments) {
        if (what !== null) found.add(text, one, place, mark);
      }
    }
    return { ...one, segments: places.map(({ segments }) => segments) };
  });
  // Last, so that a marked text does not change the names of other secrets.
  for (const text of marks.texts) {
    for (const one of searched) addText(found, text, one);
  }
  return { searched, secrets: found.secrets };
}

type PlaceNames = ReturnType<typeof placeNames>[number];

class SecretsByValue {
  readonly #names = freeKeys();
  readonly #found = new Map<string, { secret: FoundSecret; uses: TextUse[] }>();

  get secrets(): FoundSecret[] {
    return [...this.#found.values()].map(({ secret }) => secret);
  }

  add(
    value: string,
    { key, installation, webhook: { name: webhook } }: KeyedWebhook,
    { place, label, words }: PlaceNames,
    mark: SecretMark | null,
  ): void {
    const use = { key, webhook, installation, place, words };
    const before = this.#found.get(value);
    if (before !== undefined) {
      before.uses.push(use);
      return;
    }
    const uses = [use];
    const name = this.#names.take(`${key.slice(0, 56)}-${keyFor(label).slice(0, 48)}`);
    const what = `In ${words} of “${webhook.slice(0, 80)}”.`;
    this.#found.set(value, { secret: { name, value, what, uses, mark }, uses });
  }
}

function addText(found: SecretsByValue, text: string, one: SearchedWebhook): void {
  for (const [index, place] of placeNames(one.webhook.headers).entries()) {
    const segments = one.segments[index] ?? [];
    if (segments.some((each) => each.secretName === null && each.text.includes(text))) {
      found.add(text, one, place, { kind: 'text', text });
    }
  }
}

function placesOf(
  { key, secretHeaders, webhook }: KeyedWebhook,
  wholePlaces: ReadonlySet<string>,
  known: KnownTemplates,
): (SecretPlace & { mark: SecretMark | null })[] {
  const { headers } = webhook;
  return secretPlaces(printedTexts(webhook), known).map((one, index) => {
    const text = textOf(one.segments);
    const header = headers[index - 1]?.name;
    const mark = header !== undefined && secretHeaders.has(header.toLowerCase()) ? header : null;
    if (text === '' || (mark === null && !wholePlaces.has(`${key}/${one.place}`))) {
      return { ...one, mark: null };
    }
    return {
      ...one,
      segments: [secretSegment(text, one.words)],
      mark: mark === null ? null : { kind: 'header', name: mark },
    };
  });
}
