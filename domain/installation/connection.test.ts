import { expect, it } from 'vitest';
import {
  blankConnection,
  checkConnection,
  type ConnectionSettings,
  tidyConnection,
} from './connection.ts';

const settings: ConnectionSettings = {
  ...blankConnection,
  name: 'acme-prod',
  baseUrl: 'https://monitor.example.com/pem',
  variant: 'A',
  apiRoot: '/api/v6',
};

it('has nothing to say of good settings', () => {
  expect(checkConnection(settings)).toEqual([]);
});

it('names every setting that is wrong, all at once', () => {
  const issues = checkConnection({ ...settings, name: ' ', baseUrl: 'monitor', apiRoot: 'api' });
  expect(issues.map(({ path }) => path)).toEqual(['name', 'baseUrl', 'apiRoot']);
});

it('is saved trimmed and without slashes at the end', () => {
  const typed = {
    ...settings,
    name: ' acme-prod ',
    baseUrl: ' https://monitor.example.com/pem// ',
    apiRoot: ' /api/v6/ ',
  };
  expect(tidyConnection(typed)).toEqual(settings);
});

it('is good after tidying whenever it was good before, also with a slash as the API root', () => {
  const tidy = tidyConnection({ ...settings, apiRoot: '/' });
  expect(tidy.apiRoot).toBe('/');
  expect(checkConnection(tidy)).toEqual([]);
});
