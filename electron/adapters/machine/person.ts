import { userInfo } from 'node:os';

export function personOf(
  ask: () => { readonly username: string } = userInfo,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const names = [usernameOrEmpty(ask), environment.USER, environment.USERNAME];
  return names.find((name) => name !== undefined && name !== '') ?? 'unknown';
}

let name: string | undefined;

/** Cached, because the system may ask a server. */
export const person = (): string => (name ??= personOf());

/** Node throws for a user without an account entry, as in containers. */
function usernameOrEmpty(ask: () => { readonly username: string }): string {
  try {
    return ask().username;
  } catch {
    return '';
  }
}
