import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorAt } from '../issue.ts';
import {
  apiRootUrl,
  checkApiRoot,
  checkBaseUrl,
  collectionUrl,
  internationalHost,
  isPlainHttp,
  itemUrl,
  mixedScriptsWarning,
  normalBaseUrl,
  parsePastedAddress,
} from './address.ts';

describe('checkBaseUrl', () => {
  it.each([
    'https://monitor.example.com',
    'http://127.0.0.1:8080',
    'https://monitor.example.com/pem/',
    ' https://monitor.example.com ',
    'HTTPS://Monitor.Example.com',
    'https://[::1]:8443/pem',
    'https://monitor.example.com/@team',
    'https://monitor.example.com/api/vault',
  ])('accepts %s', (text) => {
    expect(checkBaseUrl(text)).toEqual([]);
  });

  it.each([
    ['nothing', '', /enter the address/i],
    ['spaces', '   ', /enter the address/i],
    ['no scheme', 'monitor.example.com', /https:\/\/monitor\.example\.com/],
    ['host and port without scheme', 'localhost:8080', /https:\/\/localhost:8080/],
    ['only a scheme', 'https://', /complete/],
    ['a space in the host', 'https://monitor example.com', /complete/],
    ['a port that is none', 'https://monitor.example.com:port', /complete/],
    ['another scheme', 'ftp://monitor.example.com', /https or http, not ftp/],
    ['user and password', 'https://user:password@monitor.example.com', /user name and password/],
    ['a user name', 'https://user@monitor.example.com', /user name and password/],
    ['an empty user name', 'https://@monitor.example.com', /user name and password/],
    ['a query', 'https://monitor.example.com/?a=b', /question mark/],
    ['an empty query', 'https://monitor.example.com/?', /question mark/],
    ['a fragment', 'https://monitor.example.com/#/login', /hash sign/],
    ['an empty fragment', 'https://monitor.example.com/#', /hash sign/],
    ['the API root', 'https://monitor.example.com/pem/api/v6', /Remove \/api\/v6/],
    ['the whole list address', 'https://monitor.example.com/api/v14/webhook/', /api\/v14\/webhook/],
  ])('refuses %s with an issue for the field', (_, text, message) => {
    const issues = checkBaseUrl(text);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({ path: 'baseUrl', level: 'error' });
    expect(issues[0]?.message).toMatch(message);
  });

  it('does not repeat a password in its message', () => {
    const issues = checkBaseUrl('https://user:canary@monitor.example.com');
    expect(JSON.stringify(issues)).not.toContain('canary');
  });
});

describe('checkApiRoot', () => {
  it.each(['/api/v6', '/api/v14/', '/', '/pem/api/v16'])('accepts %s', (text) => {
    expect(checkApiRoot(text)).toEqual([]);
  });

  it.each([
    ['nothing', ' '],
    ['no slash at the beginning', 'api/v6'],
    ['a query', '/api/v6?x'],
    ['a space', '/api/v 6'],
    ['a backslash', '/api\\v6'],
    ['an empty part', '/api//v6'],
    ['a way up', '/api/../v6'],
    ['a way up at the end', '/api/..'],
    ['an encoded way up', '/api/%2E%2e/v6'],
    ['the list itself', '/api/v6/webhook/'],
  ])('refuses %s with an issue for the field', (_, text) => {
    expect(checkApiRoot(text)).toMatchObject([{ path: 'apiRoot', level: 'error' }]);
  });
});

it('builds the URLs of the list and of a webhook', () => {
  const address = { baseUrl: 'https://monitor.example.com/pem', apiRoot: '/api/v6' };
  expect(collectionUrl(address)).toBe('https://monitor.example.com/pem/api/v6/webhook/');
  expect(itemUrl(address, 7)).toBe('https://monitor.example.com/pem/api/v6/webhook/7');
  expect(collectionUrl({ ...address, apiRoot: '/' })).toBe(
    'https://monitor.example.com/pem/webhook/',
  );
});

it.each([
  [{ baseUrl: 'HTTPS://Monitor.Example.com:443/pem', apiRoot: '/api/v6/' }],
  [{ baseUrl: 'https://monitor.example.com/pem', apiRoot: '/api/v6' }],
])('%j gives the normalized URL of the API root', (address) => {
  expect(apiRootUrl(address)).toBe('https://monitor.example.com/pem/api/v6');
});

it.each([
  ['HTTPS://Monitor.Example.com:443/pem//', 'https://monitor.example.com/pem'],
  [' http://monitor.example.com:80 ', 'http://monitor.example.com'],
  ['https://monitor.example.com/a/../pem/./', 'https://monitor.example.com/pem'],
  ['https://Bücher.example/ä b', 'https://xn--bcher-kva.example/%C3%A4%20b'],
  ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ['https://[0:0::1]:8443', 'https://[::1]:8443'],
  ['monitor.example.com/', 'monitor.example.com'],
  ['https://monitor%20example.com/a/../b', 'https://monitor%20example.com/a/../b'],
  ['https://ops@monitor.example.com/?a#b', 'https://ops@monitor.example.com/?a#b'],
])('the base URL %j is stored as %s', (typed, stored) => {
  expect(normalBaseUrl(typed)).toBe(stored);
  expect(normalBaseUrl(stored)).toBe(stored);
});

it.each([
  ['a tab', 'https://moni\ttor.example.com', 'U+0009'],
  ['a line break', 'https://monitor\n.example.com', 'U+000A'],
  ['a zero-width space', 'https://mon\u200bitor.example.com', 'U+200B'],
  ['a byte order mark', '\ufeffhttps://monitor.example.com', 'U+FEFF'],
  ['a direction override', 'https://monitor.example.com/\u202epem', 'U+202E'],
  ['a line separator', 'https://monitor.example.com/\u2028pem', 'U+2028'],
  ['a soft hyphen', 'https://moni\u00adtor.example.com', 'U+00AD'],
])('a base URL with %s is refused, typed or pasted', (_, text, mark) => {
  const issue = errorAt('baseUrl', `Remove the hidden character ${mark} from the address.`);
  expect(checkBaseUrl(text)).toEqual([issue]);
  expect(parsePastedAddress(text)).toEqual(issue);
});

it.each([
  [true, 'http://monitor.example.com'],
  [true, 'HTTP://10.0.0.7:8080/pem'],
  [true, 'http://127.evil.example'],
  [true, 'http://127.0.0.1.example'],
  [true, 'http://localhost.example'],
  [true, 'http://[2001:db8::1]'],
  [true, 'http://0.0.0.0'],
  [false, 'https://monitor.example.com'],
  [false, 'http://127.0.0.1:8080'],
  [false, 'http://127.1'],
  [false, 'http://localhost:8080'],
  [false, 'http://svc.localhost'],
  [false, 'http://[::1]:8080'],
  [false, 'monitor.example.com'],
])('leaves this computer without encryption: %s, %s', (expected, baseUrl) => {
  expect(isPlainHttp(baseUrl)).toBe(expected);
});

it.each([
  ['https://xn--bcher-kva.example:8443/pem', 'bücher.example'],
  ['https://bücher.example', 'bücher.example'],
  ['https://Bücher.Example', 'bücher.example'],
  ['https://monitor.example', null],
  ['https://[::1]:8443', null],
  ['https://', null],
])('%s has the international name %s', (baseUrl, name) => {
  expect(internationalHost(baseUrl)).toBe(name);
});

it.each([
  ['https://pаypal.example', 'Latin and Cyrillic'],
  ['https://xn--pypal-4ve.example', 'Latin and Cyrillic'],
  ['https://monitor.pаypal.example', 'Latin and Cyrillic'],
  ['https://αbc.example', 'Latin and Greek'],
])('the mixed letters of %s give a warning', (baseUrl, words) => {
  expect(mixedScriptsWarning(baseUrl)).toContain(words);
});

it.each([
  'https://bücher.example',
  'https://почта.example',
  'https://東京タワーabc.example',
  'https://monitor.example',
])('%s gives no warning', (baseUrl) => {
  expect(mixedScriptsWarning(baseUrl)).toBeNull();
});

it('decodes each host name as Node does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (name) => {
      const text = `https://a${name.replace(/[^\p{L}]/gu, '')}.example/`;
      fc.pre(URL.canParse(text));
      const { hostname } = new URL(text);
      expect(internationalHost(text) ?? hostname).toBe(domainToUnicode(hostname));
    }),
  );
});
