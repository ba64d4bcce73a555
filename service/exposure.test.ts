import { describe, expect, test } from 'vitest';
import { exposureWarnings, isThisMachine } from './exposure.ts';

const closed = { open: false, deliversAnywhere: false };

describe('the host', () => {
  test.each(['127.0.0.1', '127.0.0.2', '::1', '0:0:0:0:0:0:0:1', 'localhost', 'LOCALHOST'])(
    '%s is this machine and causes no warning',
    (host) => {
      expect(isThisMachine(host)).toBe(true);
      expect(exposureWarnings(host, { open: true, deliversAnywhere: true })).toEqual([]);
    },
  );

  test.each([
    '0.0.0.0',
    '::',
    '192.168.1.7',
    '127.example',
    '127.0.0.1.example',
    '::ffff:10.0.0.1',
  ])('%s causes a warning, with and without authentication', (host) => {
    expect(exposureWarnings(host, closed)).toEqual([
      expect.stringContaining(`Plain HTTP on ${host}: `),
    ]);
    expect(exposureWarnings(host, { ...closed, open: true })).toEqual([
      expect.stringContaining('Plain HTTP'),
      expect.stringContaining(`can reach ${host} `),
    ]);
    expect(exposureWarnings(host, { ...closed, deliversAnywhere: true })).toEqual([
      expect.stringContaining('Plain HTTP'),
      expect.stringContaining('send requests anywhere'),
    ]);
  });
});
