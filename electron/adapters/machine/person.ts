import { userInfo } from 'node:os';

/** The name that the operating system has for the person; `unknown` where it has none. */
export function personOf(
  ask: () => { readonly username: string } = userInfo,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const names = [asked(ask), environment.USER, environment.USERNAME];
  return names.find((name) => name !== undefined && name !== '') ?? 'unknown';
}

let name: string | undefined;

/** The same, read once: the system may ask a server for it. */
export const person = (): string => (name ??= personOf());

/** An account without an entry among the users, as containers have them, makes Node throw. */
function asked(ask: () => { readonly username: string }): string {
  try {
    return ask().username;
  } catch {
    return '';
  }
}
