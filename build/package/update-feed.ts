import { isPlaceholder } from './release.ts';

/** The environment variable that names the update server of a build. */
export const feedVariable = 'HOOKDESK_UPDATE_FEED';

export type UpdateFeed =
  | { readonly provider: 'generic'; readonly url: string }
  | { readonly provider: 'github'; readonly owner: string; readonly repo: string };

/**
 * Reads the update server: an address, or `github:OWNER/REPOSITORY`. Returns `null` without one;
 * the build then has no updates.
 * @throws Error that explains the correct form
 */
export function updateFeed(named: string | undefined): UpdateFeed | null {
  if (named === undefined || named === '') return null;
  const [, owner, repo] = /^github:([\w-]+)\/([\w.-]+)$/.exec(named) ?? [];
  if (owner !== undefined && repo !== undefined) return { provider: 'github', owner, repo };
  const url = URL.parse(named);
  if (url === null || !isFit(url)) {
    throw new Error(
      `${feedVariable} must be a real https address without credentials, or github:OWNER/REPOSITORY, not "${named}".`,
    );
  }
  return { provider: 'generic', url: named };
}

/** Without https, an attacker could replace the program. */
function isFit({ protocol, hostname, username, password }: URL): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
  return isSafe && username === '' && password === '' && !isPlaceholder(hostname);
}
