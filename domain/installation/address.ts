import type { Issue } from '../webhook/check.ts';
import type { VariantId } from '../webhook/variant.ts';

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

/** An address as a person typed or pasted it, taken apart into the settings that it holds. */
export interface TakenApart {
  readonly baseUrl: string;
  /** `null` where none stood in it. */
  readonly apiRoot: string | null;
  /** What the release in the API root speaks for; `null` where none stood in it. */
  readonly variant: VariantId | null;
  /** What stood before the host, as it was meant: it has fields of its own. `null` for nothing. */
  readonly username: string | null;
  readonly password: string | null;
  /** What was added or left out, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Takes apart what may be a base URL, one with the API root behind it, or the whole address of a list
 * or of a webhook; `https://` is put before it where it has no scheme. Interface document §4 and §9; as
 * PEM documents it, `/api` and `/api/token/` are no part of the base URL either.
 *
 * What comes out passes `checkBaseUrl` and `checkApiRoot`. An issue says why it cannot be an address.
 */
export function takeApart(text: string): TakenApart | Issue {
  // As programs wrap an address in running text.
  const typed = text
    .trim()
    .replace(/^(?:<(.*)>|"(.*)"|'(.*)'|`(.*)`)$/s, '$1$2$3$4')
    .trim();
  if (typed === '') return error('baseUrl', 'Enter the address of the installation.');
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  const complete = hasScheme ? typed : `https://${typed.replace(/^\/+/, '')}`;
  if (typed.length > longest || !URL.canParse(complete)) {
    return error('baseUrl', 'This is not a complete address.');
  }
  const url = new URL(complete);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return error('baseUrl', `The interface is reached over https or http, not ${url.protocol}//.`);
  }
  const { path, apiRoot, rest } = pathParts(url.pathname);
  const { username, password } = url;
  const user = username !== '' || password !== '';
  return {
    baseUrl: url.origin + path,
    apiRoot,
    variant: apiRoot === null ? null : variantOf(apiRoot),
    username: username === '' ? null : decoded(username),
    password: password === '' ? null : decoded(password),
    notes: [
      ...(hasScheme ? [] : ['https:// was put before it.']),
      ...(user ? ['User name and password have fields of their own.'] : []),
      ...(rest === '' ? [] : [`${rest} was left out.`]),
      ...(url.search === '' && url.hash === ''
        ? []
        : ['What follows the question mark or the hash sign was left out.']),
    ],
  };
}

/** Characters of the longest address that is taken apart. */
const longest = 8_192;

/** The path before the API root, the API root, and what follows and is no part of the interface. */
function pathParts(pathname: string): { path: string; apiRoot: string | null; rest: string } {
  const versioned = /^(.*?)(\/api\/v\d+)(\/.*)?$/i.exec(pathname);
  if (versioned !== null) {
    const [, path = '', apiRoot = null, after = ''] = versioned;
    const rest = /^\/(?:webhook(?:\/\d*)?)?$/.test(after) ? '' : after;
    return { path: withoutSlash(path), apiRoot, rest };
  }
  const listed = /^(.*)\/webhook(?:\/\d*)?$/.exec(pathname)?.[1];
  if (listed !== undefined) {
    const apiRoot = listed === '' ? '/' : listed;
    if (checkApiRoot(apiRoot).length === 0) return { path: '', apiRoot, rest: '' };
  }
  return {
    path: withoutSlash(pathname.replace(/\/api(?:\/token)?\/*$/, '')),
    apiRoot: null,
    rest: '',
  };
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

/** As PEM documents it, the payload type and the two methods are there from release 14 on. */
function variantOf(apiRoot: string): VariantId | null {
  const release = /\/v(\d+)$/i.exec(apiRoot)?.[1];
  if (release === undefined) return null;
  return Number(release) >= 14 ? 'B' : 'A';
}

/** As it was before it was written into an address; as it stands there if that is no encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    if (cause instanceof URIError) return part;
    throw cause;
  }
}
