import type { Issue } from '../webhook/check.ts';

const error = (path: string, message: string): Issue => ({ path, level: 'error', message });

/**
 * What is wrong with a base URL: the part of an installation's address before the API root,
 * such as `https://monitor.example.com` or `https://monitor.example.com/pem`.
 */
export function checkBaseUrl(text: string): Issue[] {
  const typed = text.trim();
  const say = (message: string): Issue[] => [error('baseUrl', message)];
  if (typed === '') return say('Enter the address of the installation.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    return say(`Start the address with https:// or http://, for example https://${typed}.`);
  }
  if (!URL.canParse(typed)) return say('This is not a complete address.');
  const url = new URL(typed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return say(`The interface is reached over https or http, not ${url.protocol}//.`);
  }
  // The text is looked at, too: the parser drops an empty user name, question mark or hash sign.
  if (/^[^/]*\/+[^/?#]*@/.test(typed)) {
    return say('Leave user name and password out of the address: enter the auth token below.');
  }
  if (/[?#]/.test(typed)) {
    return say('Leave out what follows the question mark or the hash sign.');
  }
  const root = /\/api\/v\d+(?=\/|$)/.exec(url.pathname);
  if (root !== null) {
    return say(`Leave out ${url.pathname.slice(root.index)}: the API root has a field of its own.`);
  }
  return [];
}

/** What is wrong with an API root, such as `/api/v6`. */
export function checkApiRoot(text: string): Issue[] {
  const typed = text.trim();
  if (typed === '') return [error('apiRoot', 'Enter the API root, for example /api/v6.')];
  if (!typed.startsWith('/')) return [error('apiRoot', 'The API root begins with a slash.')];
  if (/[?#\s\\]|\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(typed)) {
    return [error('apiRoot', 'The API root is a plain path, for example /api/v6.')];
  }
  if (/\/webhook\/?$/.test(typed)) {
    return [error('apiRoot', 'Leave out /webhook: it is added to the API root.')];
  }
  return [];
}

/** Where the webhooks of an installation are: `{base URL}{API root}/webhook/`. Interface document §4. */
export function collectionUrl(address: { baseUrl: string; apiRoot: string }): string {
  return `${address.baseUrl}${address.apiRoot.replace(/\/$/, '')}/webhook/`;
}

/** Where one webhook is. The item path has no slash at the end. */
export function itemUrl(address: { baseUrl: string; apiRoot: string }, id: number): string {
  return `${collectionUrl(address)}${id}`;
}
