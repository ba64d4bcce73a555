import { describe, expect, it } from 'vitest';
import { type ConnectionSettings, settingsOf } from '#domain/installation/connection.ts';
import { aConnection } from '../../../shared/testing/a-connection.ts';
import { SecretEntries } from './secret-entries.svelte.ts';

const saved = aConnection();
const settings = settingsOf(saved);
const signIn = (username: string): ConnectionSettings => ({
  ...settings,
  authentication: { kind: 'sign-in', username },
});

describe('a saved secret', () => {
  it('is valid only for its origin, and a password only for its user', () => {
    const secrets = new SecretEntries(saved);
    expect(secrets.isKept('authToken', settings)).toBe(true);
    expect(
      secrets.isKept('authToken', { ...settings, baseUrl: 'https://acme.example.com/pem' }),
    ).toBe(true);
    expect(secrets.isKept('authToken', { ...settings, baseUrl: 'https://other.example' })).toBe(
      false,
    );

    const view = aConnection({ ...signIn('ops'), has: { ...saved.has, password: true } });
    const ofOps = new SecretEntries(view);
    expect(ofOps.isKept('password', signIn('ops'))).toBe(true);
    expect(ofOps.isKept('password', signIn('dev'))).toBe(false);
  });

  it('is deleted on request, unless another one is typed', () => {
    const secrets = new SecretEntries(saved);
    expect(secrets.forget()).toEqual([]);
    secrets.forgotten.authToken = true;
    expect(secrets.isKept('authToken', settings)).toBe(false);
    expect(secrets.isMissing('authToken', settings)).toBe(false);
    expect(secrets.forget()).toEqual(['authToken']);
    secrets.typed.authToken = 'new';
    expect(secrets.forget()).toEqual([]);
    expect(secrets.given(settings)).toEqual({ authToken: 'new' });
  });
});

describe('a missing secret', () => {
  it('must be entered for a new installation, another origin or another authentication', () => {
    expect(new SecretEntries(null).isMissing('authToken', settings)).toBe(true);
    const secrets = new SecretEntries(saved);
    expect(secrets.isMissing('authToken', { ...settings, baseUrl: 'https://other.example' })).toBe(
      true,
    );
    expect(secrets.isMissing('password', signIn('ops'))).toBe(true);
  });

  it('is not required to change an installation that was imported without it', () => {
    const imported = aConnection({ has: { ...saved.has, authToken: false } });
    expect(new SecretEntries(imported).isMissing('authToken', settings)).toBe(false);
  });
});

it('only secrets that the settings use are returned; tokens are trimmed, passwords are not', () => {
  const secrets = new SecretEntries(null);
  Object.assign(secrets.typed, { authToken: ' token\n', password: ' pass ', clientKey: 'key' });
  expect(secrets.given(settings)).toEqual({ authToken: 'token' });
  expect(secrets.given(signIn('ops'))).toEqual({ password: ' pass ' });
  const clientCertificate = { fileName: 'me.pem', pem: '' };
  expect(secrets.given({ ...signIn('ops'), clientCertificate })).toEqual({
    password: ' pass ',
    clientKey: 'key',
  });
});
