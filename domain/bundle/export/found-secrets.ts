import { freeKeys, keyFor } from '../keys.ts';
import type { PortableWebhook } from '../portable.ts';
import { printed } from '../pieces.ts';
import { secret, type Stretch, textOf } from '../../secrets/stretch.ts';
import { type KnownTemplates, type SecretPlace, secretPlaces } from './secret-places.ts';

/** A webhook under its key, complete: no placeholders yet. */
interface KeyedWebhook {
  readonly key: string;
  readonly webhook: PortableWebhook;
}

/** A secret that an export found, wherever it is used. */
export interface FoundSecret {
  /** What its placeholder is called. The same webhooks give the same names. */
  readonly name: string;
  /** The secret itself: never shown unless somebody asks. */
  readonly value: string;
  /** What it is, for people and for the file: without any part of it. */
  readonly what: string;
  readonly uses: readonly {
    /** The webhook's key. */
    readonly key: string;
    readonly webhook: string;
    /** `url`, `headers.N.value` or `payloadTemplate`. */
    readonly place: string;
    /** The place for people, such as `the header Authorization`. */
    readonly words: string;
  }[];
}

/** A webhook with what was found in each of its texts. */
export interface SearchedWebhook extends KeyedWebhook {
  /** Of the URL, of the headers in their order, and of the payload. */
  readonly stretches: readonly (readonly Stretch[])[];
}

/**
 * Looks through webhooks for secrets; one that several use is one secret.
 *
 * @param takeOut texts that are secrets as a whole because somebody said so: `key/place`
 */
export function findSecrets(
  webhooks: readonly KeyedWebhook[],
  takeOut: ReadonlySet<string>,
): {
  searched: SearchedWebhook[];
  secrets: FoundSecret[];
} {
  const names = freeKeys();
  const byValue = new Map<string, { secret: FoundSecret; uses: FoundSecret['uses'][number][] }>();
  const known: KnownTemplates = new Map();
  const searched = webhooks.map(({ key, webhook }): SearchedWebhook => {
    const places = placesOf({ key, webhook }, takeOut, known);
    for (const { place, label, words, stretches } of places) {
      for (const { text, secret: what } of stretches) {
        if (what === null) continue;
        const use = { key, webhook: webhook.name, place, words };
        const before = byValue.get(text);
        if (before !== undefined) {
          before.uses.push(use);
          continue;
        }
        const uses = [use];
        const name = names.take(`${key.slice(0, 56)}-${keyFor(label).slice(0, 48)}`);
        const where = `In ${words} of “${webhook.name.slice(0, 80)}”.`;
        byValue.set(text, { secret: { name, value: text, what: where, uses }, uses });
      }
    }
    return { key, webhook, stretches: places.map(({ stretches }) => stretches) };
  });
  return { searched, secrets: [...byValue.values()].map(({ secret }) => secret) };
}

function placesOf(
  { key, webhook: { url, headers, payloadTemplate } }: KeyedWebhook,
  takeOut: ReadonlySet<string>,
  known: KnownTemplates,
): SecretPlace[] {
  const texts = {
    url: printed(url),
    headers: headers.map(({ name, value }) => ({ name, value: printed(value) })),
    payloadTemplate: printed(payloadTemplate),
  };
  const places = secretPlaces(texts, known);
  return places.map((one) => {
    const text = textOf(one.stretches);
    if (text === '' || !takeOut.has(`${key}/${one.place}`)) return one;
    return { ...one, stretches: [secret(text, one.words)] };
  });
}
