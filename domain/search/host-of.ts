/** Host and port of a URL in lower case, without user name and password. Empty when there is none. */
export function hostOf(lowerCaseUrl: string): string {
  const [, authority = ''] = /^[^/?#]*\/\/([^/?#\\]*)/.exec(lowerCaseUrl) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1);
}
