/** Normalizes (WHATWG URL) and removes the fragment, which is never sent. @throws TypeError for no URL */
export function sentUrl(url: string): string {
  const { href } = new URL(url);
  const fragment = href.indexOf('#');
  return fragment === -1 ? href : href.slice(0, fragment);
}
