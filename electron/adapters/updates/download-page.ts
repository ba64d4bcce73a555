type Feed =
  | { readonly provider: 'github'; readonly owner: string; readonly repo: string }
  | { readonly provider: 'generic'; readonly url: string };

/** Reads the server that `HOOKDESK_UPDATE_FEED` names to a copy of the sources; `null` for none. */
export function feedOf(named: string | undefined): Feed | null {
  const [, owner, repo] = /^github:([\w-]+)\/([\w.-]+)$/.exec(named ?? '') ?? [];
  if (owner !== undefined && repo !== undefined) return { provider: 'github', owner, repo };
  const url = safePage(named);
  return url === null ? null : { provider: 'generic', url };
}

/** The page with the packages, by the flat YAML of `app-update.yml`; `null` if it names none. */
export function downloadPageIn(yaml: string): string | null {
  const { provider, owner, repo, url } = Object.fromEntries(
    [...yaml.matchAll(/^(\w+):\s*(['"]?)(.*?)\2\s*$/gm)].map(([, key = '', , value = '']) => [
      key,
      value,
    ]),
  );
  if (provider !== 'github') return safePage(url);
  if (owner === undefined || repo === undefined) return null;
  return downloadPageOf({ provider, owner, repo });
}

/** The page with the packages of a server. */
export const downloadPageOf = (feed: Feed): string =>
  feed.provider === 'github' ? `https://github.com/${feed.owner}/${feed.repo}/releases` : feed.url;

/** Without https, an attacker could offer another program. */
function safePage(address: string | undefined): string | null {
  const url = URL.parse(address ?? '');
  if (url?.username !== '' || url.password !== '') return null;
  const { protocol, hostname, href } = url;
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1') ? href : null;
}
