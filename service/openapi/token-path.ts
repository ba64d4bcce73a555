/**
 * Where signing in is, beside an API root: `/pem/api/token/` for `/pem/api/v16`, and `/api/token/`
 * for a root that is not below `/api`. The path belongs to all versions of the interface.
 */
export function tokenPath(root: string): string {
  const [, base = '/api'] = /^(.*\/api)\/[^/]+$/.exec(root) ?? [];
  return `${base}/token/`;
}

/** The version in an API root, such as `v14`; `null` where there is none. */
export const versionIn = (root: string): string | null => /\/(v[0-9]+)$/.exec(root)?.[1] ?? null;
