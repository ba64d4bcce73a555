import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from './connection.ts';
import type { ReadEntry } from './connection-file.ts';
import { proposeImport as proposeWith } from './propose-import.ts';
import {
  certificateFacts,
  certificatePem,
  goodSettings,
} from '#test-support/installation-fixture.ts';

const acme: ConnectionSettings = {
  ...blankConnection,
  name: 'acme',
  baseUrl: 'https://acme.example.com',
  authentication: { kind: 'none' },
};
const proposeImport = (
  ...[entries, saved]: [readonly ReadEntry[], readonly ConnectionSettings[]]
) => proposeWith(entries, saved, () => [certificateFacts, certificateFacts]);
const entry = (change: Partial<ConnectionSettings> = {}): ReadEntry => ({
  settings: { ...acme, ...change },
  issues: [],
  unknownFields: [],
});

it.each<[string, Partial<ConnectionSettings>, string, string[]]>([
  ['new', { name: 'globex', baseUrl: 'https://globex.example.com' }, 'add', []],
  ['there', {}, 'skip', ['An installation with this name and address is already saved.']],
  [
    'there in other letters',
    { name: 'ACME ', baseUrl: 'https://ACME.example.com:443' },
    'skip',
    ['An installation with this name and address is already saved.'],
  ],
  ['there by its address', { name: 'x' }, 'add', ['The address is already saved as acme.']],
  [
    'there by its name',
    { baseUrl: 'https://other.example.com' },
    'add',
    ['Another installation has the same name.'],
  ],
])('has the right proposal and notes for an entry that is %s', (_, change, proposal, notes) => {
  expect(proposeImport([entry(change)], [acme])).toMatchObject([{ index: 0, proposal, notes }]);
});

it('shows an international host name in its letters, and warns of mixed letters', () => {
  const international = { name: 'x', baseUrl: 'https://xn--pypal-4ve.example' };
  const [planned] = proposeImport([entry(international)], []);
  expect(planned?.notes).toEqual([
    'International host name: pаypal.example',
    '“pаypal” mixes Latin and Cyrillic letters, as imitated names do. Check the address.',
  ]);
});

it('turns on no watch by itself, and says that the file has one', () => {
  const [planned] = proposeImport([entry({ watchMinutes: 5 })], []);
  expect(planned).toMatchObject({ proposal: 'add', settings: { watchMinutes: null } });
  expect(planned?.notes).toContain(
    'The file watches the installation for changes. Turn that on in its settings after the import.',
  );
});

it('finds duplicates within the file', () => {
  expect(
    proposeImport([entry(), entry(), entry({ name: 'x' })], []).map((each) => each.proposal),
  ).toEqual(['add', 'skip', 'add']);
});

it('lists the imported settings and the secrets to enter', () => {
  const planned = proposeImport(
    [
      {
        ...entry({
          authentication: { kind: 'sign-in', username: 'ops' },
          trust: { kind: 'pinned', certificate: certificateFacts },
          proxy: { kind: 'own', url: 'http://proxy:3128', username: '' },
          clientCertificate: { fileName: 'me.pem', pem: certificatePem },
        }),
        unknownFields: ['password'],
      },
      entry({ trust: { kind: 'ca-file', fileName: 'ca.pem', pem: certificatePem } }),
    ],
    [],
  );
  expect(planned.map(({ notes }) => notes)).toEqual([
    [
      'The certificate that the file names is not trusted. Select “View certificate…” when you first load the webhooks.',
      'Uses the proxy http://proxy:3128.',
      'Enter the password of ops after the import.',
      'Select the key of the client certificate me.pem after the import.',
      'Unknown fields skipped: password.',
    ],
    [
      'An installation with this name and address is already saved.',
      'Also trusts a certificate from the file: monitor.example.com, valid 2030-01-01 to 2031-01-01, SHA-256 AA:BB:CC.',
    ],
  ]);
  expect(planned[0]?.settings?.trust).toEqual({ kind: 'system' });
});

it('cannot add an entry whose CA file cannot be read', () => {
  const trust = { kind: 'ca-file' as const, fileName: 'ca.pem', pem: certificatePem };
  expect(proposeWith([entry({ trust })], [], () => null)).toMatchObject([
    { proposal: 'impossible', issues: [{ path: 'trust' }] },
  ]);
});

it('does not plan an invalid entry, and does not count it as a duplicate', () => {
  const issues = [{ path: 'name', level: 'error' as const, message: 'x' }];
  expect(proposeImport([{ ...entry(), issues }, entry()], [])).toMatchObject([
    { proposal: 'impossible', issues },
    { proposal: 'add', issues: [] },
  ]);
});

it('proposes to skip all saved connections, and to add none twice', () => {
  fc.assert(
    fc.property(fc.array(goodSettings, { maxLength: 6 }), (all) => {
      const entries = all.map((settings) => ({ settings, issues: [], unknownFields: [] }));
      expect(proposeImport(entries, all).every(({ proposal }) => proposal === 'skip')).toBe(true);
      const added = proposeImport(entries, []).filter(({ proposal }) => proposal === 'add');
      const again = added.flatMap(({ settings }) => settings ?? []);
      expect(proposeImport(entries, again).every(({ proposal }) => proposal === 'skip')).toBe(true);
    }),
  );
});
