import { bodySegments } from '../../secrets/body-secrets.ts';
import { credentialSegments, splitPlain } from '../../secrets/credential-segments.ts';
import { headerSegments } from '../../secrets/header-secrets.ts';
import { isShortRandomText } from '../../secrets/random-text.ts';
import {
  mergeSegments,
  plainSegment,
  secretSegment,
  type Segment,
  textOf,
} from '../../secrets/segment.ts';
import { urlSegments } from '../../secrets/url-secrets.ts';
import { parseTemplate } from '../../template/parse.ts';
import type { HeaderContent } from '../../webhook/header-change-set.ts';

/** `place`: `url`, `headers.N.value` or `payloadTemplate`. */
export interface SecretPlace {
  readonly place: string;
  readonly label: string;
  readonly words: string;
  readonly segments: readonly Segment[];
}

/** A cache, because many webhooks share one template. */
export type KnownTemplates = Map<string, readonly Segment[]>;

/** Equal templates share one `segments` array; callers use it as a cache key. */
export function secretPlaces(
  webhook: {
    readonly url: string;
    readonly headers: readonly HeaderContent[];
    readonly payloadTemplate: string;
  },
  known: KnownTemplates,
): SecretPlace[] {
  const { payloadTemplate } = webhook;
  const ofPayload = known.get(payloadTemplate) ?? ofTemplate(payloadTemplate);
  known.set(payloadTemplate, ofPayload);
  const segments = [ofUrl(webhook.url), ...webhook.headers.map(ofHeader), ofPayload];
  return placeNames(webhook.headers).map((names, index) => ({
    ...names,
    segments: segments[index] ?? [],
  }));
}

/** The places of a webhook that can hold a secret, in order: URL, headers, payload. */
export const placeNames = (
  headers: readonly { readonly name: string }[],
): Omit<SecretPlace, 'segments'>[] => [
  { place: 'url', label: 'url', words: 'the URL' },
  ...headers.map(({ name }, index) => ({
    place: `headers.${index}.value`,
    label: name,
    words: `the header ${name.slice(0, 80)}`,
  })),
  { place: 'payloadTemplate', label: 'payload', words: 'the payload' },
];

function ofUrl(url: string): Segment[] {
  const found = urlSegments(url);
  if (textOf(found) === url) return mergeSegments(splitPlain(found, credentialSegments));
  // The segments do not join to the original text, so the whole URL is the secret.
  const holds = found.some((one) => one.secretName !== null);
  return holds ? [secretSegment(url, 'the URL')] : credentialSegments(url);
}

/** A credential follows the scheme, whatever the header is called. RFC 9110 §11.4. */
const schemeOfCredential = /^(?:basic|bearer|digest|geniekey|splunk|apikey|hmac)[ \t]+(?=\S{6,}$)/i;

function ofHeader(header: HeaderContent): Segment[] {
  return mergeSegments(
    splitPlain(headerSegments(header), (text) => {
      const scheme = schemeOfCredential.exec(text)?.[0];
      return scheme === undefined
        ? splitShortRandomTexts(header.name, credentialSegments(text))
        : [plainSegment(scheme), secretSegment(text.slice(scheme.length), 'the credential')];
    }),
  );
}

/** Headers whose values are never credentials, and look odd at times. */
const ordinaryName =
  /^(?:accept|content|user|cache)-|(?:^|[-_])(?:id|version|date|host|etag|agent|type)$|^(?:via|from|origin|referer)$/i;

function splitShortRandomTexts(name: string, segments: readonly Segment[]): Segment[] {
  if (ordinaryName.test(name)) return [...segments];
  return splitPlain(segments, (text) =>
    text
      .split(/([\s;,=&]+)/)
      .map((part) =>
        isShortRandomText(part) ? secretSegment(part, 'a random text') : plainSegment(part),
      ),
  );
}

/** Tokens are not secrets: the installation replaces them. */
function ofTemplate(template: string): Segment[] {
  const named = bodySegments(template).map((one) =>
    isOnlyTokens(one.text) ? plainSegment(one.text) : one,
  );
  return mergeSegments(
    splitPlain(named, (text) =>
      parseTemplate(text).flatMap((part) =>
        part.kind === 'token' ? [plainSegment(part.text)] : credentialSegments(part.text),
      ),
    ),
  );
}

const isOnlyTokens = (text: string): boolean =>
  parseTemplate(text).every(({ kind }) => kind === 'token');
