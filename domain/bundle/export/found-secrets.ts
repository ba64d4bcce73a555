import { freeKeys, keyFor } from '../keys.ts';
import type { PortableWebhook } from '../portable.ts';
import { printed } from '../pieces.ts';
import { secret, type Segment, textOf } from '../../secrets/segment.ts';
import { type KnownTemplates, type SecretPlace, secretPlaces } from './secret-places.ts';

/** A webhook that still contains its secrets. */
interface KeyedWebhook {
  readonly key: string;
  readonly webhook: PortableWebhook;
}

export interface FoundSecret {
  /** The same webhooks give the same names. */
  readonly name: string;
  /** Never shown unless the user asks. */
  readonly value: string;
  /** For people and the file, without any part of the value. */
  readonly what: string;
  readonly uses: readonly {
    readonly key: string;
    readonly webhook: string;
    readonly place: string;
    readonly words: string;
  }[];
}

export interface SearchedWebhook extends KeyedWebhook {
  /** In order: URL, headers, payload. */
  readonly segments: readonly (readonly Segment[])[];
}

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
    for (const { place, label, words, segments } of places) {
      for (const { text, secret: what } of segments) {
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
    return { key, webhook, segments: places.map(({ segments }) => segments) };
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
    const text = textOf(one.segments);
    if (text === '' || !takeOut.has(`${key}/${one.place}`)) return one;
    return { ...one, segments: [secret(text, one.words)] };
  });
}
