import { bodySpans } from '../../secrets/body-spans.ts';
import { credentialSpans, splitPlain } from '../../secrets/credential-spans.ts';
import { headerSpans } from '../../secrets/header-spans.ts';
import { isShortRandomText } from '../../secrets/random-text.ts';
import { mergeSpans, plainSpan, secretSpan, type Span, textOf } from '../../secrets/span.ts';
import { urlSpans } from '../../secrets/url-spans.ts';
import { parseTemplate } from '../../template/parse-template.ts';
import type { HeaderContent } from '../../webhook/header-change-set.ts';

/** A text of a webhook that can have secrets. `place`: `url`, `headers.N.value` or `payloadTemplate`. */
export interface SecretPlace {
  readonly place: string;
  readonly label: string;
  readonly words: string;
  readonly spans: readonly Span[];
}

/** A cache, because many webhooks share one template. */
export type KnownTemplates = Map<string, readonly Span[]>;

/** Equal templates share one `spans` array; callers use it as a cache key. */
export function secretPlaces(
  webhook: {
    readonly url: string;
    readonly headers: readonly HeaderContent[];
    readonly payloadTemplate: string;
  },
  knownTemplates: KnownTemplates,
): SecretPlace[] {
  const { payloadTemplate } = webhook;
  const templateSpans = knownTemplates.get(payloadTemplate) ?? spansOfTemplate(payloadTemplate);
  knownTemplates.set(payloadTemplate, templateSpans);
  const spans = [spansOfUrl(webhook.url), ...webhook.headers.map(spansOfHeader), templateSpans];
  return placeNames(webhook.headers).map((names, index) => ({
    ...names,
    spans: spans[index] ?? [],
  }));
}

/** The places of a webhook that can hold a secret, in order: URL, headers, payload. */
export const placeNames = (
  headers: readonly { readonly name: string }[],
): Omit<SecretPlace, 'spans'>[] => [
  { place: 'url', label: 'url', words: 'the URL' },
  ...headers.map(({ name }, index) => ({
    place: `headers.${index}.value`,
    label: name,
    words: `the header ${name.slice(0, 80)}`,
  })),
  { place: 'payloadTemplate', label: 'payload', words: 'the payload' },
];

function spansOfUrl(url: string): Span[] {
  const spans = urlSpans(url);
  if (textOf(spans) === url) return mergeSpans(splitPlain(spans, credentialSpans));
  // The spans do not join to the original text, so the whole URL is the secret.
  const hasSecret = spans.some(({ secretName }) => secretName !== null);
  return hasSecret ? [secretSpan(url, 'the URL')] : credentialSpans(url);
}

/** A credential follows the scheme, whatever the header is called. RFC 9110 §11.4. */
const schemeOfCredential = /^(?:basic|bearer|digest|geniekey|splunk|apikey|hmac)[ \t]+(?=\S{6,}$)/i;

function spansOfHeader(header: HeaderContent): Span[] {
  return mergeSpans(
    splitPlain(headerSpans(header), (text) => {
      const scheme = schemeOfCredential.exec(text)?.[0];
      return scheme === undefined
        ? splitShortRandomTexts(header.name, credentialSpans(text))
        : [plainSpan(scheme), secretSpan(text.slice(scheme.length), 'the credential')];
    }),
  );
}

/** Headers whose values are never credentials, and look odd at times. */
const ordinaryName =
  /^(?:accept|content|user|cache)-|(?:^|[-_])(?:id|version|date|host|etag|agent|type)$|^(?:via|from|origin|referer)$/i;

function splitShortRandomTexts(name: string, spans: readonly Span[]): Span[] {
  if (ordinaryName.test(name)) return [...spans];
  return splitPlain(spans, (text) =>
    text
      .split(/([\s;,=&]+)/)
      .map((part) =>
        isShortRandomText(part) ? secretSpan(part, 'a random text') : plainSpan(part),
      ),
  );
}

/** Tokens are not secrets: the installation replaces them. */
function spansOfTemplate(template: string): Span[] {
  const spans = bodySpans(template).map((span) =>
    isOnlyTokens(span.text) ? plainSpan(span.text) : span,
  );
  return mergeSpans(
    splitPlain(spans, (text) =>
      parseTemplate(text).flatMap((part) =>
        part.kind === 'token' ? [plainSpan(part.text)] : credentialSpans(part.text),
      ),
    ),
  );
}

const isOnlyTokens = (text: string): boolean =>
  parseTemplate(text).every(({ kind }) => kind === 'token');
