import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  blankConnection,
  checkConnection,
  type ConnectionSettings,
  tidyConnection,
} from './connection.ts';
import { defaultLimits } from './limits.ts';
import { goodSettings } from '#test-support/installation-fixture.ts';

const settings: ConnectionSettings = {
  ...blankConnection,
  name: 'acme-prod',
  baseUrl: 'https://monitor.example.com/pem',
  variant: 'A',
  apiRoot: '/api/v6',
};

it('finds no issue in valid settings', () => {
  expect(checkConnection(settings)).toEqual([]);
});

it('reports all invalid settings at once', () => {
  const issues = checkConnection({ ...settings, name: ' ', baseUrl: 'monitor', apiRoot: 'api' });
  expect(issues.map(({ path }) => path)).toEqual(['name', 'baseUrl', 'apiRoot']);
});

it('trims settings and removes slashes at the end', () => {
  const typed = {
    ...settings,
    name: ' acme-prod ',
    baseUrl: ' https://monitor.example.com/pem// ',
    apiRoot: ' /api/v6/ ',
  };
  expect(tidyConnection(typed)).toEqual(settings);
});

it('stores the base URL as the URL standard writes it', () => {
  const typed = { ...settings, baseUrl: 'HTTPS://Bücher.example:443/./pem' };
  expect(tidyConnection(typed).baseUrl).toBe('https://xn--bcher-kva.example/pem');
});

it('keeps a single slash as the API root', () => {
  const tidy = tidyConnection({ ...settings, apiRoot: '/' });
  expect(tidy.apiRoot).toBe('/');
  expect(checkConnection(tidy)).toEqual([]);
});

it.each<[string, Partial<ConnectionSettings>, string]>([
  ['no user name', { authentication: { kind: 'sign-in', username: ' ' } }, 'username'],
  [
    'a user name of two lines',
    { authentication: { kind: 'sign-in', username: 'a\nb' } },
    'username',
  ],
  ['a name of two lines', { name: 'a\r\nb' }, 'name'],
  ['a name without end', { name: 'x'.repeat(201) }, 'name'],
  ['a group without end', { group: 'x'.repeat(101) }, 'group'],
  ['notes without end', { notes: 'x'.repeat(10_001) }, 'notes'],
  ['no CA', { trust: { kind: 'ca-file', fileName: 'ca.pem', pem: '' } }, 'trust'],
  [
    'no client certificate',
    { clientCertificate: { fileName: 'a', pem: 'x' } },
    'clientCertificate',
  ],
  [
    'a limit of nothing',
    { limits: { ...defaultLimits, headersMilliseconds: 0 } },
    'limits.headersMilliseconds',
  ],
  [
    'a limit of half a millisecond',
    { limits: { ...defaultLimits, bodyMilliseconds: 1e3 + 0.5 } },
    'limits.bodyMilliseconds',
  ],
  [
    'a limit that is none',
    { limits: { ...defaultLimits, bodyBytes: Infinity } },
    'limits.bodyBytes',
  ],
])('refuses %s', (_, change, path) => {
  expect(checkConnection({ ...settings, ...change })).toMatchObject([{ path, level: 'error' }]);
});

it.each([
  ['nothing', '', /enter/i],
  ['no scheme', 'proxy:3128', /http:\/\/proxy:3128/],
  ['another scheme', 'socks5://proxy:1080', /not socks5/],
  ['half an address', 'http://', /complete/],
  ['a user', 'http://canary:pw@proxy:3128', /separate fields/],
  ['a path', 'http://proxy:3128/x', /after the port/],
  ['a query', 'http://proxy:3128?x', /after the port/],
])('refuses the address of a proxy: %s', (_, url, message) => {
  const proxy = { kind: 'own', url, username: '' } as const;
  const [issue, ...others] = checkConnection({ ...settings, proxy });
  expect(others).toEqual([]);
  expect(issue?.path).toBe('proxyUrl');
  expect(issue?.message).toMatch(message);
  expect(issue?.message).not.toContain('canary');
});

it('refuses a colon in the user name of a proxy, which would end the name', () => {
  const proxy = { kind: 'own', url: 'http://proxy:3128', username: 'a:b' } as const;
  expect(checkConnection({ ...settings, proxy })).toMatchObject([{ path: 'proxyUsername' }]);
});

it('refuses a user name of a proxy above 256 characters, with its own message', () => {
  const issuesFor = (username: string) =>
    checkConnection({ ...settings, proxy: { kind: 'own', url: 'http://proxy:3128', username } });
  expect(issuesFor(` ${'a'.repeat(256)} `)).toEqual([]);
  expect(issuesFor('a'.repeat(257))).toMatchObject([
    {
      path: 'proxyUsername',
      message: 'A proxy user name can have at most 256 characters.',
    },
  ]);
});

it('trims user names, proxy, group and notes, and changes nothing the second time', () => {
  const tidy = tidyConnection({
    ...settings,
    authentication: { kind: 'sign-in', username: ' ops ' },
    proxy: { kind: 'own', url: ' http://proxy:3128/ ', username: ' me ' },
    group: ' EMEA ',
    notes: '\n Call Jo first.\n',
  });
  expect(tidy).toMatchObject({
    authentication: { kind: 'sign-in', username: 'ops' },
    proxy: { kind: 'own', url: 'http://proxy:3128', username: 'me' },
    group: 'EMEA',
    notes: 'Call Jo first.',
  });
  expect(tidyConnection(tidy)).toEqual(tidy);
});

it('measures notes without the spaces around them', () => {
  expect(checkConnection({ ...settings, notes: `${'x'.repeat(10_000)}\n` })).toEqual([]);
});

it('finds no issue in random valid settings, and does not change them', () => {
  fc.assert(
    fc.property(goodSettings, (good) => {
      expect(checkConnection(good)).toEqual([]);
      expect(tidyConnection(good)).toEqual(good);
    }),
  );
});
