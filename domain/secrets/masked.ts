import type { FieldName, FieldValue } from '../webhook/fields.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';
import { secretPlace } from '../webhook/secret-place.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import { bodySegments } from './body-secrets.ts';
import { credentialSegments, splitPlain } from './credential-segments.ts';
import { headerSegments } from './header-secrets.ts';
import type { Segment } from './segment.ts';
import { urlSegments } from './url-secrets.ts';

/** A fixed length, which reveals nothing. */
export const mask = '••••••••';

interface Content {
  readonly name?: string;
  readonly url: string;
  readonly headers: readonly HeaderContent[];
  readonly payloadTemplate: string;
}

/** Shorter secrets would match inside words. */
const shortest = 4;

/** Secrets of this computer, such as passwords of installations. */
export interface OtherSecrets {
  mask(text: string): string;
  maskMessage(text: string): string;
}

const noOthers: OtherSecrets = { mask: (text) => text, maskMessage: (text) => text };

/** References to secrets, and the names of the two values of a rotation, are not secret. */
const places = new RegExp(String.raw`${secretPlace.source}|\((?:old|new) value\)`, 'g');

/**
 * The one rule for secrets in texts that people see. Secrets of the definitions are masked in all their texts,
 * such as names and renamed headers. Masking a masked text changes nothing.
 */
export class Masking {
  readonly #isShown: boolean;
  readonly #others: OtherSecrets;
  /** The longest first, because a secret may contain another one. */
  readonly #secrets: readonly string[];
  readonly #values: ReadonlySet<string>;
  readonly #contents: readonly Content[];
  readonly #tags = new Map<string, string>();

  /** @param isShown a person asked for the secrets, so nothing is masked */
  constructor(definitions: readonly (Content | null)[] = [], isShown = false, others = noOthers) {
    this.#isShown = isShown;
    this.#others = others;
    this.#contents = definitions.filter((definition) => definition !== null);
    this.#values = new Set(isShown ? [] : this.#contents.flatMap(secretsOf));
    this.#secrets = [...this.#values]
      .filter((secret) => secret.trim().length >= shortest && secret.search(places) < 0)
      .sort((a, b) => b.length - a.length);
  }

  readonly url = (url: string): string => untagged(this.#url(url));
  readonly header = (header: HeaderContent): string => untagged(this.taggedHeader(header));
  readonly payload = (payload: string): string => untagged(this.#payload(payload));
  readonly text = (text: string): string => untagged(this.#text(text));

  field(field: FieldName, value: FieldValue): FieldValue {
    const tagged = this.taggedField(field, value);
    return typeof tagged === 'string' ? untagged(tagged) : tagged;
  }

  /** Masks of different secrets differ in a tag, so that the values can be compared; see `untagged`. */
  taggedField(field: FieldName, value: FieldValue): FieldValue {
    if (typeof value !== 'string') return value;
    if (field === 'url') return this.#url(value);
    return field === 'payloadTemplate' ? this.#payload(value) : this.#text(value);
  }

  taggedHeader(header: HeaderContent): string {
    if (this.#isShown) return header.value;
    if (this.#values.has(header.value) && headerSegments(header).every(isPlain)) {
      return this.#tagged(header.value);
    }
    return this.#masked(header.value, (value) => segmentsOfHeader({ ...header, value }));
  }

  /** A definition with tags. */
  definition<Definition extends WebhookDefinition>(definition: Definition): Definition {
    return {
      ...definition,
      name: this.text(definition.name),
      url: this.#url(definition.url),
      headers: definition.headers.map((header) => ({
        ...header,
        value: this.taggedHeader(header),
      })),
      payloadTemplate: this.#payload(definition.payloadTemplate),
    };
  }

  /** Two payloads with tags, to compare their lines; see `untagged`. */
  payloads(before: string, after: string): [string, string] {
    return [this.#payload(before), this.#payload(after)];
  }

  /** A request body in JSON, whose strings include texts of the definitions. */
  body(body: string): string {
    if (this.#isShown) return body;
    const shown = new Map<string, string>();
    for (const { name, url, headers, payloadTemplate } of this.#contents) {
      if (name !== undefined) shown.set(name, this.text(name));
      for (const header of headers) shown.set(header.value, this.header(header));
      shown.set(payloadTemplate, this.payload(payloadTemplate));
      shown.set(url, this.url(url));
    }
    return body.replaceAll(stringLiteral, (literal) => {
      const masked = shown.get(parsed(literal));
      return masked === undefined ? literal : JSON.stringify(masked);
    });
  }

  /** A message of ours that may quote a definition. Secrets that could be its own words stay. */
  message(text: string): string {
    const odd = this.#secrets.filter((secret) => !couldBeWords.test(secret));
    return this.#others.maskMessage(untagged(this.#replaced(text, odd)));
  }

  #url(url: string): string {
    return this.#isShown ? url : this.#masked(url, segmentsOfUrl);
  }

  #payload(payload: string): string {
    return this.#isShown ? payload : this.#masked(payload, segmentsOfPayload);
  }

  #text(text: string): string {
    return this.#others.mask(this.#replaced(text, this.#secrets));
  }

  #replaced(text: string, secrets: readonly string[]): string {
    return secrets.reduce(
      (rest, secret) => rest.replaceAll(secret, () => this.#tagged(secret)),
      text,
    );
  }

  /** Repeats until nothing changes: a mask may part a secret from the word that hid it. */
  #masked(text: string, segmentsOf: (text: string) => readonly Segment[]): string {
    const masked = segmentsOf(text)
      .map((segment) => (isPlain(segment) ? this.#text(segment.text) : this.#tagged(segment.text)))
      .join('');
    return masked === text ? masked : this.#masked(masked, segmentsOf);
  }

  #tagged(secret: string): string {
    let masked = '';
    let end = 0;
    for (const { 0: place, index } of secret.matchAll(places)) {
      if (index > end) masked += this.#maskOf(secret.slice(end, index));
      masked += place;
      end = index + place.length;
    }
    return end < secret.length ? masked + this.#maskOf(secret.slice(end)) : masked;
  }

  #maskOf(secret: string): string {
    if (isMask.test(secret)) return secret;
    const tag = this.#tags.get(secret) ?? tagOf(this.#tags.size);
    this.#tags.set(secret, tag);
    return mask + tag;
  }
}

/** The text as people see it. */
export const untagged = (text: string): string => text.replaceAll(tagged, mask);

/** All texts of a definition that the rule masks. */
export const secretsOf = ({ url, headers, payloadTemplate }: Content): string[] =>
  [
    ...segmentsOfUrl(url),
    ...headers.flatMap(segmentsOfHeader),
    ...segmentsOfPayload(payloadTemplate),
  ]
    .filter((segment) => !isPlain(segment) && !isMask.test(segment.text))
    .map(({ text }) => text);

const isPlain = ({ secretName }: Segment): boolean => secretName === null;

/** The first masking has normalized a URL with tags. */
const segmentsOfUrl = (url: string): Segment[] =>
  splitPlain(urlSegments(url, url.search(tagged) < 0), credentialSegments);
const segmentsOfHeader = (header: HeaderContent): Segment[] =>
  splitPlain(headerSegments(header), credentialSegments);
const segmentsOfPayload = (payload: string): Segment[] =>
  splitPlain(bodySegments(payload), credentialSegments);

/** Whether a secret could be words of a message of ours. */
export const couldBeWords = /^[\p{L}\s.,:;'’]*$/u;

/** Noncharacters, which no text on a screen contains. */
const [zero, one] = ['\ufffe', '\uffff'];
/** Adjacent secrets appear as one. */
const tagged = new RegExp(`(?:${mask}[${zero}${one}]+)+`, 'g');
const isMask = new RegExp(`^[•${zero}${one}]*$`);
const tagOf = (count: number): string =>
  count.toString(2).replaceAll('0', zero).replaceAll('1', one);

/** With the quotes. */
const stringLiteral = /"(?:[^"\\]|\\.)*"/g;

function parsed(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

/** For a person who asked for the secrets. */
export const unmasked = new Masking([], true);

const withoutDefinitions = new Masking();
export const maskedUrl = withoutDefinitions.url;
export const maskedHeaderValue = withoutDefinitions.header;
export const maskedPayload = withoutDefinitions.payload;
