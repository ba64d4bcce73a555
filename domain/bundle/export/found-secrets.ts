import { freeKeys, keyFor } from '../keys.ts';
import type { PortableWebhook } from '../portable.ts';
import { printed } from '../pieces.ts';
import { type SecretPlace, secretPlaces } from './secret-places.ts';

/** A webhook under its key, complete: no placeholders yet. */
export interface KeyedWebhook {
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
  }[];
}

/** The places of a webhook, with what was found in each. */
export interface SearchedWebhook extends KeyedWebhook {
  readonly places: readonly SecretPlace[];
}

/** Looks through webhooks for secrets; one that several use is one secret. */
export function findSecrets(webhooks: readonly KeyedWebhook[]): {
  searched: SearchedWebhook[];
  secrets: FoundSecret[];
} {
  const names = freeKeys();
  const byValue = new Map<string, { secret: FoundSecret; uses: FoundSecret['uses'][number][] }>();
  const searched = webhooks.map((one) => ({ ...one, places: placesOf(one.webhook) }));
  for (const { key, webhook, places } of searched) {
    for (const { place, label, words, stretches } of places) {
      for (const { text, secret } of stretches) {
        if (secret === null) continue;
        const use = { key, webhook: webhook.name, place };
        const known = byValue.get(text);
        if (known !== undefined) {
          known.uses.push(use);
          continue;
        }
        const uses = [use];
        const name = names.take(`${key.slice(0, 56)}-${keyFor(label).slice(0, 48)}`);
        const what = `In ${words} of “${webhook.name.slice(0, 80)}”.`;
        byValue.set(text, { secret: { name, value: text, what, uses }, uses });
      }
    }
  }
  return { searched, secrets: [...byValue.values()].map(({ secret }) => secret) };
}

const placesOf = ({ url, headers, payloadTemplate }: PortableWebhook): SecretPlace[] =>
  secretPlaces({
    url: printed(url),
    headers: headers.map(({ name, value }) => ({ name, value: printed(value) })),
    payloadTemplate: printed(payloadTemplate),
  });
