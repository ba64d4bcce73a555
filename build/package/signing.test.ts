import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dropEmptyVariables,
  namesCertificate,
  signingWarnings,
  windowsSigning,
} from './signing.ts';

const signed = { CSC_LINK: 'file', CSC_KEY_PASSWORD: 'fake' };
const notarised = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' };

const azure = {
  AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
  AZURE_SIGNING_ACCOUNT: 'account',
  AZURE_SIGNING_PROFILE: 'profile',
  AZURE_SIGNING_PUBLISHER: 'Hookdesk',
  AZURE_TENANT_ID: 'tenant',
  AZURE_CLIENT_ID: 'client',
  AZURE_CLIENT_SECRET: 'fake',
};

it.each([
  ['linux', {}, []],
  ['win32', {}, ['WIN_CSC_LINK']],
  ['win32', { WIN_CSC_LINK: 'file' }, []],
  ['win32', signed, []],
  ['win32', { HOOKDESK_WIN_SIGN: 'sign' }, []],
  ['win32', azure, []],
  ['win32', { ...azure, AZURE_CLIENT_SECRET: '' }, ['AZURE_CLIENT_SECRET']],
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

it('signs for Windows by a cloud service, without its secret in the configuration', () => {
  const { azureSignOptions, ...rest } = windowsSigning(azure);
  expect(rest).toEqual({});
  expect(azureSignOptions).toEqual({
    endpoint: azure.AZURE_SIGNING_ENDPOINT,
    codeSigningAccountName: 'account',
    certificateProfileName: 'profile',
    publisherName: 'Hookdesk',
  });
  expect(windowsSigning({})).toEqual({});
});

describe.skipIf(process.platform === 'win32')('a program that signs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-sign-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function signWith(script: string): Promise<unknown> {
    const program = join(folder, 'sign');
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const { signtoolOptions } = windowsSigning({ HOOKDESK_WIN_SIGN: program });
    const sign = signtoolOptions?.sign;
    if (typeof sign !== 'function') throw new Error('no function');
    const path = join(folder, 'Hookdesk Setup.exe');
    return sign({
      path,
      options: {},
      name: 'Hookdesk',
      site: null,
      cscInfo: null,
      hash: 'sha256',
      isNest: false,
      computeSignToolArgs: () => [],
    });
  }

  it('gets the path of each file', async () => {
    await signWith('printf signed >"$1"');
    expect(readFileSync(join(folder, 'Hookdesk Setup.exe'), 'utf8')).toBe('signed');
  });

  it('fails the packaging when it fails', async () => {
    await expect(signWith('exit 3')).rejects.toThrow();
  });
});
