import { expect, it } from 'vitest';
import { dropEmptyVariables, namesCertificate, signingWarnings } from './signing.ts';

const signed = { CSC_LINK: 'file', CSC_KEY_PASSWORD: 'fake' };
const notarised = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' };

it.each([
  ['linux', {}, []],
  ['win32', {}, ['WIN_CSC_LINK']],
  ['win32', { WIN_CSC_LINK: 'file' }, []],
  ['win32', signed, []],
  ['darwin', {}, ['CSC_LINK', 'APPLE_API_KEY']],
  ['darwin', { CSC_LINK: '', CSC_NAME: 'Ada' }, ['APPLE_API_KEY']],
  ['darwin', { ...signed, ...notarised, APPLE_API_ISSUER: '' }, ['APPLE_API_KEY']],
  ['darwin', { ...signed, ...notarised }, []],
] as const)('on %s with %j, warns of missing variables', (platform, environment, missing) => {
  const warnings = signingWarnings(platform, environment);
  expect(warnings).toHaveLength(missing.length);
  for (const [at, name] of missing.entries()) expect(warnings[at]).toContain(`Set ${name}`);
});

it('detects a certificate for the platform', () => {
  expect(namesCertificate('darwin', signed)).toBe(true);
  expect(namesCertificate('win32', {})).toBe(false);
  expect(namesCertificate('linux', signed)).toBe(false);
});

it('deletes signing variables with an empty text', () => {
  const environment = { CSC_LINK: '', WIN_CSC_LINK: 'file', APPLE_API_KEY: '', HOME: '' };
  dropEmptyVariables(environment);
  expect(environment).toEqual({ WIN_CSC_LINK: 'file', HOME: '' });
});
