import type { HeaderBody } from '../webhooks/bodies.ts';

export const mask = '••••••';

/** Headers whose values say how a body is to be read, and to nobody who may do what. */
const harmless = new Set([
  'accept',
  'accept-language',
  'content-type',
  'content-encoding',
  'date',
  'user-agent',
]);

const isHarmless = (name: string): boolean => harmless.has(name.toLowerCase());

/** Headers of a request for the log: the value of one that could be a secret is not told. */
export const maskHeaders = (headers: readonly HeaderBody[]): { name: string; value: string }[] =>
  headers.map(({ http_header_key: name, http_header_value: value }) => ({
    name,
    value: isHarmless(name) ? value : mask,
  }));

/** A URL for the log: without a password, and without the values of its query. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return text.replace(/\?.*$/s, `?${mask}`).replace(/\/\/[^/]*@/, '//');
  const url = new URL(text);
  const authority = url.username === '' && url.password === '' ? '' : `${mask}@`;
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${mask}`);
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  return `${url.protocol}//${authority}${url.host}${url.pathname}${search}`;
}

/** What could be a secret in a request, and comes back from services that repeat what they get. */
interface WithSecrets {
  readonly url: string;
  readonly headers: readonly HeaderBody[];
}

/** Takes out of an answer what the log does not tell of the request. */
export function maskRepeated(text: string, request: WithSecrets): string {
  let masked = text;
  for (const secret of secretsIn(request)) masked = masked.replaceAll(secret, mask);
  return masked;
}

/** The longest first: one can hold another. Short ones would take the text apart and hide nothing. */
const secretsIn = ({ url, headers }: WithSecrets): string[] =>
  [
    ...headers
      .filter(({ http_header_key: name }) => !isHarmless(name))
      // The scheme of an Authorization header is no secret, what follows it is one by itself.
      .flatMap(({ http_header_value: value }) => [value, value.replace(/^\S+\s+/, '')]),
    ...queryValues(url),
  ]
    .filter((value) => value.length >= 6)
    .toSorted((a, b) => b.length - a.length);

/** As they stand in the URL, and as they are meant. */
const queryValues = (url: string): string[] =>
  URL.canParse(url)
    ? [
        ...new URL(url).searchParams.values(),
        ...new URL(url).search.split(/[?&]/).map((pair) => pair.replace(/^[^=]*=/, '')),
      ]
    : [];
