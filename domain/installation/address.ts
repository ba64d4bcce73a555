import { toUnicode } from 'punycode/punycode.es6.js';
import { decodePercent } from '../text/decode-percent.ts';
import { errorAt, type Issue } from '../issue.ts';
import type { VariantId } from '../webhook/variant.ts';

/** Checks the part before the API root, such as `https://monitor.example.com/pem`. */
export function checkBaseUrl(text: string): Issue[] {
  const typed = text.trim();
  const say = (message: string): Issue[] => [errorAt('baseUrl', message)];
  if (typed === '') return say('Enter the address of the installation.');
  const hidden = checkHidden(text);
  if (hidden !== null) return [hidden];
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    return say(`Start the address with https:// or http://, for example https://${typed}.`);
  }
  if (!canParse(typed)) return say('This is not a complete address.');
  const url = new URL(typed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return say(`Use https or http, not ${url.protocol}//.`);
  }
  // The URL parser drops an empty user name, question mark or hash sign.
  if (/^[^/]*\/+[^/?#]*@/.test(typed)) {
    return say('Remove user name and password from the address. Enter the auth token below.');
  }
  if (/[?#]/.test(typed)) {
    return say('Remove everything after the question mark or hash sign.');
  }
  const root = /\/api\/v\d+(?=\/|$)/.exec(url.pathname);
  if (root !== null) {
    return say(`Remove ${url.pathname.slice(root.index)} and enter it as the API root.`);
  }
  return [];
}

/** The URL parser drops some hidden characters, so the address in use would not be the one shown. */
function checkHidden(text: string): Issue | null {
  const [character] =
    /[\p{Control}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u.exec(
      text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ''),
    ) ?? [];
  if (character === undefined) return null;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return errorAt('baseUrl', `Remove the hidden character U+${code} from the address.`);
}

/** Chromium accepts a space in a host name, and writes it as `%20`. */
const canParse = (text: string): boolean =>
  URL.canParse(text) && !new URL(text).hostname.includes('%');

/** As the URL standard writes it, without a slash at its end. Other text is only trimmed. */
export function normalBaseUrl(text: string): string {
  const typed = text.trim();
  const url = canParse(typed) ? new URL(typed) : null;
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && !/[?#]|^[^/]*\/+[^/?#]*@/.test(typed);
  return withoutSlash(isPlain ? url.origin + url.pathname : typed);
}

/** Whether requests leave this computer without encryption. `false` for text that is no address. */
export function isPlainHttp(baseUrl: string): boolean {
  if (!canParse(baseUrl)) return false;
  const { protocol, hostname } = new URL(baseUrl);
  const isLoopback =
    /^127(?:\.\d+){3}$/.test(hostname) || /^(?:\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
  return protocol === 'http:' && !isLoopback;
}

export function checkApiRoot(text: string): Issue[] {
  const typed = text.trim();
  if (typed === '') return [errorAt('apiRoot', 'Enter the API root, for example /api/v6.')];
  if (!typed.startsWith('/')) return [errorAt('apiRoot', 'Start the API root with a slash.')];
  if (/[?#\s\\]|\/\/|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(typed)) {
    return [errorAt('apiRoot', 'Enter the API root as a path, for example /api/v6.')];
  }
  if (/\/webhook\/?$/.test(typed)) {
    return [errorAt('apiRoot', 'Remove /webhook. Hookdesk adds it to the API root.')];
  }
  return [];
}

/** `{base URL}{API root}/webhook/`. Interface document §4. */
export function collectionUrl(address: { baseUrl: string; apiRoot: string }): string {
  return `${address.baseUrl}${address.apiRoot.replace(/\/$/, '')}/webhook/`;
}

/** The URL of the API root as the URL parser writes it, without a slash at its end. */
export function apiRootUrl(address: { baseUrl: string; apiRoot: string }): string {
  const text = collectionUrl(address);
  const url = URL.canParse(text) ? new URL(text).href : text;
  return url.replace(/\/webhook\/$/, '');
}

export function itemUrl(address: { baseUrl: string; apiRoot: string }, id: number): string {
  return `${collectionUrl(address)}${id}`;
}

/** The parts of a text that a person pasted as the address of an installation. */
export interface PastedAddress {
  readonly baseUrl: string;
  readonly apiRoot: string | null;
  readonly variant: VariantId | null;
  readonly username: string | null;
  readonly password: string | null;
  readonly notes: readonly string[];
}

/** The result passes `checkBaseUrl` and `checkApiRoot`. Interface document §4, §9; PEM documents `/api`. */
export function parsePastedAddress(text: string): PastedAddress | Issue {
  // Programs wrap addresses in running text like this.
  const typed = text
    .trim()
    .replace(/^(?:<(.*)>|"(.*)"|'(.*)'|`(.*)`)$/s, '$1$2$3$4')
    .trim();
  if (typed === '') return errorAt('baseUrl', 'Enter the address of the installation.');
  const hidden = checkHidden(text);
  if (hidden !== null) return hidden;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  const complete = hasScheme ? typed : `https://${typed.replace(/^\/+/, '')}`;
  if (typed.length > maxLength || !canParse(complete)) {
    return errorAt('baseUrl', 'This is not a complete address.');
  }
  const url = new URL(complete);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return errorAt('baseUrl', `Use https or http, not ${url.protocol}//.`);
  }
  const { path, apiRoot, rest } = pathParts(url.pathname);
  const { username, password } = url;
  const hasUser = username !== '' || password !== '';
  return {
    baseUrl: url.origin + path,
    apiRoot,
    variant: apiRoot === null ? null : variantOf(apiRoot),
    username: username === '' ? null : decodePercent(username),
    password: password === '' ? null : decodePercent(password),
    notes: [
      ...(hasScheme ? [] : ['https:// was added.']),
      ...(hasUser ? ['User name and password were moved to their fields.'] : []),
      ...(rest === '' ? [] : [`${rest} was removed.`]),
      ...(url.search === '' && url.hash === ''
        ? []
        : ['The part after the question mark or hash sign was removed.']),
    ],
  };
}

const maxLength = 8_192;

/** Splits a path at its API root; `rest` is the part behind it. */
function pathParts(pathname: string): { path: string; apiRoot: string | null; rest: string } {
  const versioned = /^(.*?)(\/api\/v\d+)(\/.*)?$/i.exec(pathname);
  if (versioned !== null) {
    const [, path = '', apiRoot = null, after = ''] = versioned;
    const rest = /^\/(?:webhook(?:\/\d*)?)?$/.test(after) ? '' : after;
    return { path: withoutSlash(path), apiRoot, rest };
  }
  const beforeList = /^(.*)\/webhook(?:\/\d*)?$/.exec(pathname)?.[1];
  if (beforeList !== undefined) {
    const apiRoot = beforeList === '' ? '/' : beforeList;
    if (checkApiRoot(apiRoot).length === 0) return { path: '', apiRoot, rest: '' };
  }
  return {
    path: withoutSlash(pathname.replace(/\/api(?:\/token)?\/*$/, '')),
    apiRoot: null,
    rest: '',
  };
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

/** PEM documents the payload type and the two methods from release 14 on. */
function variantOf(apiRoot: string): VariantId | null {
  const release = /\/v(\d+)$/i.exec(apiRoot)?.[1];
  if (release === undefined) return null;
  return Number(release) >= 14 ? 'B' : 'A';
}

/** The host name of a URL in international letters; `null` if it has only ASCII letters. */
export function internationalHost(baseUrl: string): string | null {
  const typed = baseUrl.trim();
  if (!URL.canParse(typed)) return null;
  const { hostname } = new URL(typed);
  // A URL that can be parsed has valid labels only.
  const host = toUnicode(hostname);
  return host === hostname ? null : host;
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Cherokee',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, 'u') }));

/** Scripts that are written together. Source: UTS #39, “Highly Restrictive”. */
const commonMixes = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** Letters of two scripts can imitate another name, as a Cyrillic “а” does in a Latin word. */
export function mixedScriptsWarning(baseUrl: string): string | null {
  for (const label of internationalHost(baseUrl)?.split('.') ?? []) {
    const used = scripts.filter(({ letter }) => letter.test(label)).map(({ name }) => name);
    const isCommon = commonMixes.some((mix) => used.every((name) => mix.includes(name)));
    if (used.length > 1 && !isCommon) {
      return `“${label}” mixes ${used.join(' and ')} letters, as imitated names do. Check the address.`;
    }
  }
  return null;
}
