import type { HeaderBody } from '../webhooks/body-types.ts';

export const mask = '••••••';

/** Headers that never hold credentials. */
const harmlessHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'content-encoding',
  'date',
  'idempotency-key',
  'user-agent',
]);

const isHarmless = (name: string): boolean => harmlessHeaders.has(name.toLowerCase());

/** Masks the values of request headers for the log, except harmless ones. */
export const maskHeaders = (headers: readonly HeaderBody[]): { name: string; value: string }[] =>
  headers.map(({ http_header_key: name, http_header_value: value }) => ({
    name,
    value: isHarmless(name) ? value : mask,
  }));

/** Masks the credentials and query values of a URL for the log, and omits the fragment. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text))
    return text
      .replace(/#.*$/s, '')
      .replace(/\?.*$/s, `?${mask}`)
      .replace(/\/\/[^/]*@/, '//');
  const url = new URL(text);
  const authority = url.username === '' && url.password === '' ? '' : `${mask}@`;
  // A parameter without a name is a value.
  const search = url.search.replace(/(?<=[?&])(?:([^&=]*=)[^&]*|[^&]+)/g, `$1${mask}`);
  return `${url.protocol}//${authority}${url.host}${url.pathname}${search}`;
}

/** The parts of a request with possible secrets, which a receiver may echo. */
interface WithSecrets {
  readonly url: string;
  readonly headers: readonly HeaderBody[];
}

/** Masks the secrets of the request in a text of the response or an error. */
export function maskRepeated(text: string, request: WithSecrets): string {
  let masked = text;
  for (const secret of secretsIn(request)) masked = masked.replaceAll(secret, mask);
  return masked;
}

/** Longest first, because one secret may contain another. Skips values under 6 characters. */
const secretsIn = ({ url, headers }: WithSecrets): string[] =>
  [
    ...headers
      .filter(({ http_header_key: name }) => !isHarmless(name))
      // The value after an Authorization scheme is also a secret without the scheme.
      .flatMap(({ http_header_value: value }) => [value, value.replace(/^\S+\s+/, '')]),
    ...queryValues(url),
  ]
    .filter((value) => value.length >= 6)
    .toSorted((a, b) => b.length - a.length);

/** Returns the query values, decoded and as written in the URL. */
const queryValues = (url: string): string[] =>
  URL.canParse(url)
    ? [
        ...new URL(url).searchParams.values(),
        ...new URL(url).search.split(/[?&]/).map((pair) => pair.replace(/^[^=]*=/, '')),
      ]
    : [];
