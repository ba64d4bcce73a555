import { describe, expect, it } from 'vitest';
import { reasonToInstall } from './installed.mjs';

const locked = (integrity: string, version = '1.0.0') => ({ version, integrity });

describe('reasonToInstall', () => {
  const complete = {
    'node_modules/a': locked('x'),
    'node_modules/a/node_modules/@s/b': locked('y'),
    'node_modules/for-another-system': { ...locked('z'), optional: true },
  };
  const lock = { packages: { '': {}, ...complete } };

  it.each([
    ['nothing is missing', complete, null],
    ['more is there', { ...complete, 'node_modules/c': locked('c') }, null],
    [
      'what is for another system is not there',
      { ...complete, 'node_modules/for-another-system': undefined },
      null,
    ],
    ['a package is not there', { ...complete, 'node_modules/a': undefined }, 'a is not installed'],
    [
      'a package within another is of another version',
      { ...complete, 'node_modules/a/node_modules/@s/b': locked('y', '1.0.1') },
      '@s/b is not the version of the lock',
    ],
    [
      'a package has another content',
      { ...complete, 'node_modules/a': locked('other') },
      'a is not the version of the lock',
    ],
  ])('%s', (_, packages, reason) => {
    const record = Object.entries(packages).flatMap(([place, found]) =>
      found === undefined ? [] : [[place, found] as const],
    );
    expect(reasonToInstall(lock, { packages: Object.fromEntries(record) })).toBe(reason);
  });

  it('reports missing packages without a record of an installation', () => {
    expect(reasonToInstall(lock, null)).toBe('npm packages are not installed');
  });
});
