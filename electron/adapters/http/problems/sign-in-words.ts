import type { Context } from './context.ts';
import type { Words } from './words.ts';

/** What a refusal to sign in means; `null` where it means the same as anywhere. */
export function signInWords(status: number, { request }: Context): Words | null {
  const { host } = request.url;
  switch (status) {
    case 401:
      return {
        code: 'unauthorized',
        what: `${host} does not accept this user name with this password.`,
        advice: 'Enter both again in the settings of the installation.',
      };
    case 403:
      return {
        code: 'forbidden',
        what: `${host} knows this user and does not let them in.`,
        advice: 'Ask the administrator of the installation whether the user is locked.',
      };
    case 404:
    case 405:
      return {
        code: 'not-found',
        what: `${host} answers, but nobody can sign in at ${request.url.href}.`,
        advice:
          'Check the address of the installation. If it has no signing in, use an auth token instead.',
      };
    default:
      return null;
  }
}
