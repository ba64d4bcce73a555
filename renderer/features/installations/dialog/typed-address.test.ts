import { describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { SecretEntries } from './secret-entries.svelte.ts';
import { TypedAddress } from './typed-address.svelte.ts';

function typed(baseUrl: string, changes: Partial<ConnectionSettings> = {}) {
  const settings: ConnectionSettings = { ...blankConnection, ...changes, baseUrl };
  const secrets = new SecretEntries(null);
  return { settings, secrets, address: new TypedAddress(settings, secrets) };
}

describe('an address with more than a base URL', () => {
  it('is parsed into its settings and restored in one step', () => {
    const { settings, address } = typed('https://host/pem/api/v6/webhook/7');
    expect(address.split()).toBe(true);
    expect(settings).toMatchObject({
      baseUrl: 'https://host/pem',
      apiRoot: '/api/v6',
      variant: 'A',
    });
    expect(address.parsed).toMatchObject({ apiRoot: '/api/v6', variant: 'A', username: null });
    address.undo();
    expect(settings).toMatchObject({
      baseUrl: 'https://host/pem/api/v6/webhook/7',
      apiRoot: '/api/v14',
      variant: 'B',
    });
    expect(address.parsed).toBeNull();
    expect(address.split(), 'what a person put back stays').toBe(false);
    expect(address.split({ pasted: true }), 'unless it is pasted anew').toBe(true);
  });

  it('fills the user name and password, and clears them on undo', () => {
    const { settings, secrets, address } = typed('https://ops:p%40ss@host');
    address.split();
    expect(settings.baseUrl).toBe('https://host');
    expect(settings.authentication).toEqual({ kind: 'sign-in', username: 'ops' });
    expect(secrets.typed.password).toBe('p@ss');
    expect(JSON.stringify(address.parsed?.notes)).not.toContain('p@ss');
    address.undo();
    expect(settings.authentication).toEqual({ kind: 'auth-token' });
    expect(secrets.typed.password).toBe('');
  });

  it.each([
    ['host.example.com', 'https://host.example.com'],
    ['https://host/pem/api/', 'https://host/pem'],
    ['<https://host/pem?x=1#y>', 'https://host/pem'],
  ])('%s becomes %s and is reported', (text, baseUrl) => {
    const { settings, address } = typed(text);
    expect(address.split()).toBe(true);
    expect(settings.baseUrl).toBe(baseUrl);
    expect(address.parsed).not.toBeNull();
  });

  it('keeps the entered API root if it has none', () => {
    const { settings, address } = typed('host', { apiRoot: '/custom', variant: 'A' });
    address.split();
    expect(settings).toMatchObject({ apiRoot: '/custom', variant: 'A' });
  });
});

it.each([
  ['', ''],
  ['   ', '   '],
  ['https://host', 'https://host'],
  ['https://host/', 'https://host'],
  [' https://host/pem/ ', 'https://host/pem'],
  ['HTTPS://Host:443', 'https://host'],
  ['https://Bücher.example', 'https://xn--bcher-kva.example'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://ho\u200bst', 'https://ho\u200bst'],
  ['ftp://host', 'ftp://host'],
  ['https://', 'https://'],
])('%j is shown as it is used, %s, without parts to report', (text, shown) => {
  const { settings, address } = typed(text);
  expect(address.split()).toBe(false);
  expect(settings.baseUrl).toBe(shown);
  expect(address.parsed).toBeNull();
});

it('an address parsed while saving counts as unseen once', () => {
  const { address, settings } = typed('https://host/api/v14/');
  address.split({ leftForSubmit: true });
  expect(address.takeUnseenSplit()).toBe(true);
  expect(address.takeUnseenSplit()).toBe(false);
  settings.baseUrl = 'https://other/api/v14/';
  address.split();
  expect(address.takeUnseenSplit()).toBe(false);
});
