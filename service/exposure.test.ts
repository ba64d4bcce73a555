import { expect, test } from 'vitest';
import { exposure } from './exposure.ts';

test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('%s is this machine only', (host) => {
  expect(exposure(host, { open: true })).toBeNull();
});

test.each(['0.0.0.0', '::', '192.168.1.7', '127.example'])('%s is said aloud', (host) => {
  expect(exposure(host, { open: true })).toContain(`can reach ${host} `);
  expect(exposure(host, { open: false })).toBeNull();
});
