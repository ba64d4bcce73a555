/** A target URL as a list shows it: the host, and the end of the path where it tells targets apart. */
export function shownTarget(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '');
  return path === '' ? host : `${host}${path}`;
}
