import { shownAsOf, type ShownAs } from '../publishing/shown-as.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import {
  type BasicCredentials,
  readBasicCredentials,
  writeBasicCredentials,
} from './basic-credentials.ts';
import { shortestValue } from './secret-value.ts';
import { encodeAs, type Encoding, ValueFinder } from './occurrences.ts';

export type SecretPlace =
  | { readonly kind: 'header'; readonly name: string; readonly isInBase64: boolean }
  | { readonly kind: 'url' }
  | { readonly kind: 'template' };

type Kind = SecretPlace['kind'];

const encodings: Readonly<Record<Kind, readonly Encoding[]>> = {
  header: ['plain'],
  url: ['plain', 'percent'],
  template: ['plain', 'json', 'percent'],
};

export class SecretInWebhook {
  readonly #value: string;
  readonly #finder: ValueFinder;

  constructor(value: string) {
    this.#value = value;
    this.#finder = new ValueFinder(value);
  }

  isIn(text: string, kind: Kind): boolean {
    return this.#finder.isIn(text, encodings[kind]) || this.#credentialsIn(text, kind) !== null;
  }

  places({ url, headers, payloadTemplate }: WebhookDefinition): SecretPlace[] {
    const places: SecretPlace[] = [];
    if (this.isIn(url, 'url')) places.push({ kind: 'url' });
    for (const { name, value } of headers) {
      if (!this.isIn(value, 'header')) continue;
      const isInBase64 = this.#credentialsIn(value, 'header') !== null;
      places.push({ kind: 'header', name, isInBase64 });
    }
    if (this.isIn(payloadTemplate, 'template')) places.push({ kind: 'template' });
    return places;
  }

  /** Everything else stays as it is. `null` when the new value and the text around it form the old value. */
  replaced<Definition extends WebhookDefinition>(
    definition: Definition,
    value: string,
  ): Definition | null {
    const next = this.#with(definition, (text, kind) => this.#replacedIn(text, kind, value));
    return this.places(next).length === 0 ? next : null;
  }

  masked<Definition extends WebhookDefinition>(definition: Definition, words: string): Definition {
    return this.#with(definition, (text, kind) => {
      const credentials = this.#credentialsIn(text, kind);
      return credentials === null
        ? this.#joined(text, kind, () => words)
        : `${credentials.scheme}${words} inside Base64`;
    });
  }

  /** The credentials of a header that hold the value, which its text does not. */
  #credentialsIn(text: string, kind: Kind): BasicCredentials | null {
    if (kind !== 'header' || text.includes(this.#value)) return null;
    const credentials = readBasicCredentials(text);
    return credentials?.text.includes(this.#value) === true ? credentials : null;
  }

  #with<Definition extends WebhookDefinition>(
    definition: Definition,
    change: (text: string, kind: Kind) => string,
  ): Definition {
    return {
      ...definition,
      url: change(definition.url, 'url'),
      headers: definition.headers.map((header) => ({
        ...header,
        value: change(header.value, 'header'),
      })),
      payloadTemplate: change(definition.payloadTemplate, 'template'),
    };
  }

  #replacedIn(text: string, kind: Kind, value: string): string {
    const credentials = this.#credentialsIn(text, kind);
    if (credentials !== null) {
      const { scheme, charset } = credentials;
      const replaced = credentials.text.replaceAll(this.#value, () => value);
      return writeBasicCredentials({ scheme, charset, text: replaced });
    }
    return this.#joined(text, kind, (encoding) =>
      encodeAs(value, encoding === 'plain' ? this.#plainAs(text, kind) : encoding),
    );
  }

  #joined(text: string, kind: Kind, write: (encoding: Encoding) => string): string {
    let end = 0;
    let joined = '';
    for (const found of this.#finder.occurrences(text, encodings[kind])) {
      joined += text.slice(end, found.start) + write(found.encoding);
      ({ end } = found);
    }
    return joined + text.slice(end);
  }

  /** A value without special characters looks the same in every encoding: its place decides. */
  #plainAs(text: string, kind: Kind): Encoding {
    const encoding = kind === 'url' ? 'percent' : 'json';
    const isEncoded = kind === 'url' || (kind === 'template' && /^\s*["[{]/.test(text));
    return isEncoded && encodeAs(this.#value, encoding) === this.#value ? encoding : 'plain';
  }
}

export function placeInWords(place: SecretPlace): string {
  switch (place.kind) {
    case 'url':
      return 'URL';
    case 'header':
      return `header ${place.name}${place.isInBase64 ? ' (inside Base64)' : ''}`;
    case 'template':
      return 'payload template';
  }
}

const shownValues = { old: '(old value)', next: '(new value)' };

/** Texts of the webhook before and after, and what a window shows in their place. */
export function shownRotation(
  before: WebhookDefinition,
  after: WebhookDefinition,
  old: string,
  next: string,
): ShownAs[] {
  const ofOld = new SecretInWebhook(old);
  const masked = (words: string): WebhookDefinition => {
    const shown = ofOld.masked(before, words);
    // The webhook may hold the new value already, beside the old one.
    return next.length < shortestValue
      ? shown
      : new SecretInWebhook(next).masked(shown, shownValues.next);
  };
  return [
    ...shownAsOf(before, masked(shownValues.old)),
    ...shownAsOf(after, masked(shownValues.next)),
  ];
}
