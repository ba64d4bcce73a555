import { z } from 'zod';
import { errorAt, type Issue } from '../issue.ts';

/** The proxy for an installation. `system`: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. The password is in the vault. */
export const Proxy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('own'), url: z.string(), username: z.string() }),
]);
export type Proxy = z.infer<typeof Proxy>;

export function checkProxy(proxy: Proxy): Issue[] {
  if (proxy.kind !== 'own') return [];
  const { url, username } = proxy;
  return [...checkProxyUrl(url.trim()), ...checkProxyUsername(username.trim())];
}

const longestUsername = 256;

function checkProxyUsername(username: string): Issue[] {
  const say = (message: string): Issue[] => [errorAt('proxyUsername', message)];
  if (/[\p{Cc}:]/u.test(username)) {
    return say('A proxy user name cannot contain a colon or a line break.');
  }
  if (username.length > longestUsername) {
    return say(`A proxy user name can have at most ${longestUsername} characters.`);
  }
  return [];
}

function checkProxyUrl(typed: string): Issue[] {
  const say = (message: string): Issue[] => [errorAt('proxyUrl', message)];
  if (typed === '') return say('Enter the address of the proxy.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed)) {
    return say('Start the address with http:// or https://, for example http://proxy:3128.');
  }
  if (!URL.canParse(typed)) return say('This is not a complete address.');
  const { protocol, pathname } = new URL(typed);
  if (protocol !== 'http:' && protocol !== 'https:') {
    return say(`Use http or https for the proxy, not ${protocol}//.`);
  }
  // The URL parser drops an empty user name, question mark or hash sign.
  if (/^[^/]*\/+[^/?#]*@/.test(typed)) {
    return say('Remove user name and password from the address. They have separate fields.');
  }
  if (/[?#]/.test(typed) || pathname !== '/') {
    return say('Remove everything after the port, for example http://proxy:3128.');
  }
  return [];
}

export function tidyProxy(proxy: Proxy): Proxy {
  if (proxy.kind !== 'own') return proxy;
  const { kind, url, username } = proxy;
  return { kind, url: url.trim().replace(/\/+$/, ''), username: username.trim() };
}
