import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkApiRoot,
  checkBaseUrl,
  collectionUrl,
  itemUrl,
  parsePastedAddress,
  type PastedAddress,
} from './address.ts';
import { goodSettings } from '#test-support/installation-fixture.ts';

function taken(text: string): PastedAddress {
  const result = parsePastedAddress(text);
  if ('message' in result) throw new Error(result.message);
  return result;
}

describe('a pasted address', () => {
  it.each<[string, string, string | null, 'A' | 'B' | null]>([
    ['https://host', 'https://host', null, null],
    ['https://host/', 'https://host', null, null],
    ['https://host/pem', 'https://host/pem', null, null],
    ['https://host/pem/', 'https://host/pem', null, null],
    ['https://host/pem/api', 'https://host/pem', null, null],
    ['https://host/pem/api/', 'https://host/pem', null, null],
    ['https://host/pem/api/token/', 'https://host/pem', null, null],
    ['https://host/api/v6', 'https://host', '/api/v6', 'A'],
    ['https://host/api/v13/', 'https://host', '/api/v13', 'A'],
    ['https://host/pem/api/v14/webhook/', 'https://host/pem', '/api/v14', 'B'],
    ['https://host/pem/api/v16/webhook/7', 'https://host/pem', '/api/v16', 'B'],
    ['https://host/pem/api/v14/webhook', 'https://host/pem', '/api/v14', 'B'],
    ['https://host/custom/root/webhook/7', 'https://host', '/custom/root', null],
    ['https://host/webhook/', 'https://host', '/', null],
    ['  <https://host/pem/api/v14>  ', 'https://host/pem', '/api/v14', 'B'],
    ['"https://host/pem"', 'https://host/pem', null, null],
    ['HTTPS://Host:443/PEM', 'https://host/PEM', null, null],
    ['https://[::1]:8443/pem/api/v6/', 'https://[::1]:8443/pem', '/api/v6', 'A'],
    ['https://host/api/vault', 'https://host/api/vault', null, null],
    ['https://host/@team', 'https://host/@team', null, null],
  ])('%s', (text, baseUrl, apiRoot, variant) => {
    expect(taken(text)).toEqual({
      baseUrl,
      apiRoot,
      variant,
      username: null,
      password: null,
      notes: [],
    });
  });

  it.each([
    ['host', 'https://host'],
    ['localhost:8080/pem', 'https://localhost:8080/pem'],
    ['//host/pem', 'https://host/pem'],
    ['10.0.0.7', 'https://10.0.0.7'],
  ])('%s without a scheme gets https and a note', (text, baseUrl) => {
    expect(taken(text)).toMatchObject({ baseUrl, notes: ['https:// was added.'] });
  });

  it('has user name and password decoded in their own fields', () => {
    const result = taken('https://ops%40acme:p%3Aw%2F@host/pem/api/v14/');
    expect(result).toMatchObject({
      baseUrl: 'https://host/pem',
      apiRoot: '/api/v14',
      username: 'ops@acme',
      password: 'p:w/',
    });
    expect(result.notes).toHaveLength(1);
    expect(result.notes.join()).not.toContain('p:w');
    expect(taken('https://ops@host')).toMatchObject({ username: 'ops', password: null });
    expect(taken('https://100%:5%@host')).toMatchObject({ username: '100%', password: '5%' });
  });

  it('loses query, fragment and paths outside of the interface, with a note for each', () => {
    const result = taken('https://host/pem/api/v14/server/5?token=canary#/home');
    expect(result).toMatchObject({ baseUrl: 'https://host/pem', apiRoot: '/api/v14' });
    expect(result.notes).toEqual([
      '/server/5 was removed.',
      'The part after the question mark or hash sign was removed.',
    ]);
  });

  it.each([
    ['nothing', '  ', /enter the address/i],
    ['another scheme', 'ftp://host', /not ftp/],
    ['only a scheme', 'https://', /complete/],
    ['a space in the host', 'https://monitor example', /complete/],
    ['no host', 'user:password@', /complete/],
    ['much too long', `https://host/${'x'.repeat(10_000)}`, /complete/],
  ])('that is %s is refused', (_, text, message) => {
    const result = parsePastedAddress(text);
    expect(result).toMatchObject({ path: 'baseUrl', level: 'error' });
    expect('message' in result && result.message).toMatch(message);
    expect(JSON.stringify(result)).not.toContain('password');
  });
});

describe('parsePastedAddress', () => {
  it('parses every URL that Hookdesk builds', () => {
    fc.assert(
      fc.property(goodSettings, fc.integer({ min: 0, max: 99 }), (settings, id) => {
        const { baseUrl, apiRoot } = settings;
        fc.pre(apiRoot.startsWith('/api/v') || new URL(baseUrl).pathname === '/');
        for (const text of [collectionUrl(settings), itemUrl(settings, id)]) {
          expect(taken(text)).toMatchObject({ baseUrl, apiRoot, notes: [] });
        }
        expect(taken(baseUrl)).toMatchObject({ baseUrl, apiRoot: null, notes: [] });
      }),
    );
  });

  const piece = fc.constantFrom(
    'http://',
    'https://',
    '//',
    '/',
    'host',
    '.',
    ':',
    '@',
    '?',
    '#',
    '%',
    '%2e',
    '..',
    ' ',
    '/api',
    '/api/v6',
    '/v14',
    '/webhook',
    '/7',
    'token',
    '\\',
    '[::1]',
    'ü',
    '<',
    '"',
    ':8080',
  );
  const anything = fc.oneof(
    fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  );

  it('returns a valid base URL and API root, and parses the base URL to itself', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const result = parsePastedAddress(text);
        if ('message' in result) return;
        const { baseUrl, apiRoot } = result;
        expect(checkBaseUrl(baseUrl)).toEqual([]);
        if (apiRoot !== null) expect(checkApiRoot(apiRoot)).toEqual([]);
        const again = parsePastedAddress(baseUrl);
        if ('message' in again) throw new Error(again.message);
        // A base URL that ends in `/api` is ambiguous without an API root.
        if (again.apiRoot === null && !/\/api(?:\/token)?$/.test(baseUrl)) {
          expect(again.baseUrl).toBe(baseUrl);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
