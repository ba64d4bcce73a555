export function shownTarget(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '');
  return path === '' ? host : `${host}${path}`;
}
