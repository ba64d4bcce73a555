/**
 * A URL in the form in which it is used: scheme and host in lower case, without the usual port, dot
 * segments taken out, other characters escaped, and without the fragment, which is never sent.
 * Source: WHATWG URL. @throws TypeError if it is no URL.
 */
export function sentUrl(url: string): string {
  const { href } = new URL(url);
  const fragment = href.indexOf('#');
  return fragment === -1 ? href : href.slice(0, fragment);
}
