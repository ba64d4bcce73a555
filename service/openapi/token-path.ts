/**
 * Returns the sign-in path for an API root: `/pem/api/token/` for `/pem/api/v16`, and `/api/token/`
 * for a root that is not below `/api`. All versions of the interface share this path.
 */
export function tokenPath(root: string): string {
  const [, base = '/api'] = /^(.*\/api)\/[^/]+$/.exec(root) ?? [];
  return `${base}/token/`;
}

/** Returns the version in an API root, such as `v14`; `null` if there is none. */
export const versionIn = (root: string): string | null => /\/(v[0-9]+)$/.exec(root)?.[1] ?? null;
