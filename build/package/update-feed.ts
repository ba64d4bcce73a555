/** The environment variable that names the update server of a build. */
export const feedVariable = 'HOOKDESK_UPDATE_FEED';

export type UpdateFeed = (
  | { readonly provider: 'generic'; readonly url: string }
  | { readonly provider: 'github'; readonly owner: string; readonly repo: string }
) & {
  /** Of a prerelease; `latest` without it. */
  readonly channel?: Channel;
};

/** The updater leaves only these channels for a later stable version. */
const channels = ['alpha', 'beta'] as const;
type Channel = (typeof channels)[number];

/**
 * The channel of a version such as `1.2.0-beta.1`; `null` for a stable version.
 * @throws Error that names the channels, for another prerelease
 */
export function channelOf(version: string): Channel | null {
  if (!version.includes('-')) return null;
  const channel = channels.find((each) => new RegExp(`-${each}\\.\\d+$`).test(version));
  if (channel !== undefined) return channel;
  throw new Error(
    `Version ${version} must end with -alpha.N or -beta.N: an installed copy of another prerelease is never updated to a stable version.`,
  );
}

/**
 * Reads the update server: an address, or `github:OWNER/REPOSITORY`. Returns `null` without one;
 * the build then has no updates.
 * @throws Error that explains the correct form
 */
export function updateFeed(named: string | undefined, version: string): UpdateFeed | null {
  const channel = channelOf(version);
  const ofChannel = channel === null ? {} : { channel };
  if (named === undefined || named === '') return null;
  const [, owner, repo] = /^github:([\w-]+)\/([\w.-]+)$/.exec(named) ?? [];
  if (owner !== undefined && repo !== undefined) {
    return { provider: 'github', owner, repo, ...ofChannel };
  }
  const url = URL.parse(named);
  if (url === null || !isFit(url)) {
    throw new Error(
      `${feedVariable} must be a real https address without credentials, or github:OWNER/REPOSITORY, not "${named}".`,
    );
  }
  return { provider: 'generic', url: named, ...ofChannel };
}

/** Without https, an attacker could replace the program. */
function isFit({ protocol, hostname, username, password }: URL): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
  return isSafe && username === '' && password === '' && !isPlaceholder(hostname);
}

/** RFC 2606 reserves these domains; they have no owner. */
export const isPlaceholder = (value: string): boolean =>
  /\.(invalid|example|test)\b|\bexample\.(com|org|net)\b/.test(value);
