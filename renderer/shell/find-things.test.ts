import { expect, it } from 'vitest';
import { asQuery, fileLabel } from './find-things.ts';

it('names a file before its folder, on every system', () => {
  expect(fileLabel('/home/ops/acme.json')).toBe('acme.json in /home/ops');
  expect(fileLabel('/acme.json')).toBe('acme.json in /');
  expect(fileLabel('C:\\Users\\ops\\acme.json')).toBe('acme.json in C:\\Users\\ops');
});

it('searches a text that is no query as it is', () => {
  expect(asQuery('CRM: tickets')).toBe('"CRM: tickets"');
  expect(asQuery('host:slack')).toBe('host:slack');
  expect(asQuery('is:wrong')).toBe('"is:wrong"');
});
