import type { FieldName, FieldValue } from '../webhook/fields.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';
import { secretReferencePattern } from '../webhook/secret-reference.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import { bodySpans } from './body-spans.ts';
import { credentialSpans, splitPlain } from './credential-spans.ts';
import { headerSpans } from './header-spans.ts';
import type { Span } from './span.ts';
import { urlSpans } from './url-spans.ts';

/** A fixed length, which reveals nothing. */
export const mask = '••••••••';

/** The texts of a webhook that can have secrets, and its name. */
interface WebhookTexts {
  readonly name?: string;
  readonly url: string;
  readonly headers: readonly HeaderContent[];
  readonly payloadTemplate: string;
}

/** Shorter secrets would match inside words. */
export const minSecretLength = 4;

/** Masks secrets of this computer, such as passwords of installations. */
export interface OtherSecrets {
  mask(text: string): string;
  maskMessage(text: string): string;
}

const noOtherSecrets: OtherSecrets = { mask: (text) => text, maskMessage: (text) => text };

/** References to secrets, and the names of the two values of a rotation, in URLs with a hyphen, are not secret. */
const namesOfSecrets = new RegExp(
  String.raw`${secretReferencePattern.source}|\((?:old|new)[ -]value\)`,
  'g',
);

/**
 * The one rule for secrets in texts that people see. Secrets of the definitions are masked in all their texts,
 * such as names and renamed headers. Masking a masked text changes nothing.
 */
export class Masking {
  readonly #isShown: boolean;
  readonly #otherSecrets: OtherSecrets;
  readonly #secrets: ReadonlySet<string>;
  /** Secrets that are masked in all texts. The longest first, because a secret may contain another one. */
  readonly #secretsInTexts: readonly string[];
  readonly #definitions: readonly WebhookTexts[];
  /** By secret. */
  readonly #tags = new Map<string, string>();

  /** @param isShown a person asked for the secrets, so nothing is masked */
  constructor(
    definitions: readonly (WebhookTexts | null)[] = [],
    isShown = false,
    otherSecrets = noOtherSecrets,
  ) {
    this.#isShown = isShown;
    this.#otherSecrets = otherSecrets;
    this.#definitions = definitions.filter((definition) => definition !== null);
    this.#secrets = new Set(isShown ? [] : this.#definitions.flatMap(secretsOf));
    this.#secretsInTexts = [...this.#secrets]
      .filter(
        (secret) => secret.trim().length >= minSecretLength && secret.search(namesOfSecrets) < 0,
      )
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
    // A renamed header: its value is a secret under another name.
    if (this.#secrets.has(header.value) && headerSpans(header).every(isPlain)) {
      return this.#maskedSecret(header.value);
    }
    return this.#masked(header.value, (value) => spansOfHeader({ ...header, value }));
  }

  /** A masked definition, whose masks have tags; see `untagged`. */
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
    const maskedTexts = new Map<string, string>();
    for (const { name, url, headers, payloadTemplate } of this.#definitions) {
      if (name !== undefined) maskedTexts.set(name, this.text(name));
      for (const header of headers) maskedTexts.set(header.value, this.header(header));
      maskedTexts.set(payloadTemplate, this.payload(payloadTemplate));
      maskedTexts.set(url, this.url(url));
    }
    return body.replaceAll(stringLiteral, (literal) => {
      const masked = maskedTexts.get(textOfLiteral(literal));
      return masked === undefined ? literal : JSON.stringify(masked);
    });
  }

  /** A message of ours that may quote a definition. Secrets that could be its own words stay. */
  message(text: string): string {
    const unlikeWords = this.#secretsInTexts.filter((secret) => !couldBeWords.test(secret));
    return this.#otherSecrets.maskMessage(untagged(this.#withoutSecrets(text, unlikeWords)));
  }

  #url(url: string): string {
    return this.#isShown ? url : this.#masked(url, spansOfUrl);
  }

  #payload(payload: string): string {
    return this.#isShown ? payload : this.#masked(payload, spansOfPayload);
  }

  #text(text: string): string {
    return this.#otherSecrets.mask(this.#withoutSecrets(text, this.#secretsInTexts));
  }

  #withoutSecrets(text: string, secrets: readonly string[]): string {
    return secrets.reduce(
      (masked, secret) => masked.replaceAll(secret, () => this.#maskedSecret(secret)),
      text,
    );
  }

  /** Repeats until nothing changes: a mask may part a secret from the word that hid it. */
  #masked(text: string, spansOf: (text: string) => readonly Span[]): string {
    const masked = spansOf(text)
      .map((span) => (isPlain(span) ? this.#text(span.text) : this.#maskedSecret(span.text)))
      .join('');
    return masked === text ? masked : this.#masked(masked, spansOf);
  }

  /** A mask with a tag, except for names of secrets in it. */
  #maskedSecret(secret: string): string {
    let masked = '';
    let end = 0;
    for (const { 0: name, index } of secret.matchAll(namesOfSecrets)) {
      if (index > end) masked += this.#taggedMask(secret.slice(end, index));
      masked += name;
      end = index + name.length;
    }
    return end < secret.length ? masked + this.#taggedMask(secret.slice(end)) : masked;
  }

  #taggedMask(secret: string): string {
    if (isMask.test(secret)) return secret;
    const tag = this.#tags.get(secret) ?? tagOf(this.#tags.size);
    this.#tags.set(secret, tag);
    return mask + tag;
  }
}

/** The text as people see it. */
export const untagged = (text: string): string => text.replaceAll(taggedMasks, mask);

/** All texts of a definition that the rule masks. */
export const secretsOf = ({ url, headers, payloadTemplate }: WebhookTexts): string[] =>
  [...spansOfUrl(url), ...headers.flatMap(spansOfHeader), ...spansOfPayload(payloadTemplate)]
    .filter((span) => !isPlain(span) && !isMask.test(span.text))
    .map(({ text }) => text);

const isPlain = ({ secretName }: Span): boolean => secretName === null;

/** The first masking has normalized a URL with tags. */
const spansOfUrl = (url: string): Span[] =>
  splitPlain(urlSpans(url, url.search(taggedMasks) < 0), credentialSpans);
const spansOfHeader = (header: HeaderContent): Span[] =>
  splitPlain(headerSpans(header), credentialSpans);
const spansOfPayload = (payload: string): Span[] => splitPlain(bodySpans(payload), credentialSpans);

/** Whether a secret could be words of a message of ours. */
export const couldBeWords = /^[\p{L}\s.,:;'’]*$/u;

/** Noncharacters, which no text on a screen contains. */
const [zeroSign, oneSign] = ['\ufffe', '\uffff'];
/** Adjacent secrets appear as one. */
const taggedMasks = new RegExp(`(?:${mask}[${zeroSign}${oneSign}]+)+`, 'g');
const isMask = new RegExp(`^[•${zeroSign}${oneSign}]*$`);
const tagOf = (count: number): string =>
  count.toString(2).replaceAll('0', zeroSign).replaceAll('1', oneSign);

/** With the quotes. */
const stringLiteral = /"(?:[^"\\]|\\.)*"/g;

/** Text that is no JSON stays as it is. */
function textOfLiteral(literal: string): string {
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
