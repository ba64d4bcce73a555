import { describe, expect, it, test } from 'vitest';
import { addressCandidates, rootsOf, versionNumber } from './address-candidates.ts';

describe('the candidate addresses', () => {
  it.each([
    ['https://host', ['https://host', 'https://host/pem']],
    ['https://host/pem', ['https://host/pem', 'https://host']],
    ['https://host:8443/a/b', ['https://host:8443/a/b', 'https://host:8443']],
  ])('for %s are below it and beside it', (baseUrl, baseUrls) => {
    expect(addressCandidates({ baseUrl, apiRoot: null })).toEqual({
      baseUrls,
      apiRoots: ['/api/v14', '/api/v6'],
    });
  });

  it('begin with the API root that was typed', () => {
    const rootsFor = (apiRoot: string) =>
      addressCandidates({ baseUrl: 'https://host', apiRoot }).apiRoots;
    expect(rootsFor('/api/v6')).toEqual(['/api/v6', '/api/v14']);
    expect(rootsFor('/api/v16')).toEqual(['/api/v16', '/api/v14', '/api/v6']);
  });

  it('never leave the origin', () => {
    for (const baseUrl of ['https://host', 'https://host/pem', 'https://host//evil.example/x']) {
      for (const place of addressCandidates({ baseUrl, apiRoot: null }).baseUrls) {
        expect(new URL(place).origin).toBe('https://host');
      }
    }
  });
});

test.each([
  [[], []],
  [['v6', 'v14', 'v16'], []],
  [['v1', 'v12', 'v13'], ['/api/v13']],
  [['16', '15'], ['/api/v16']],
  [['latest'], []],
])('include the versions %j for %j', (versions, roots) => {
  expect(rootsOf(versions)).toEqual(roots);
});

test.each([
  ['/api/v14', 14],
  ['v6', 6],
  ['V6', 6],
  [' 16 ', 16],
  ['latest', null],
  ['', null],
  ['/', null],
])('take the version of %j as %j', (text, version) => {
  expect(versionNumber(text)).toBe(version);
});
