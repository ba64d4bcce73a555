import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from './connection.ts';
import type { FileEntry } from './connection-file.ts';
import { planImport } from './import-plan.ts';
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
const entry = (change: Partial<ConnectionSettings> = {}): FileEntry => ({
  settings: { ...acme, ...change },
  issues: [],
  leftOut: [],
});

it.each<[string, Partial<ConnectionSettings>, string, string[]]>([
  ['new', { name: 'globex', baseUrl: 'https://globex.example.com' }, 'add', []],
  ['there', {}, 'skip', ['It is there already, by the same name and the same address.']],
  [
    'there in other letters',
    { name: 'ACME ', baseUrl: 'https://ACME.example.com:443' },
    'skip',
    ['It is there already, by the same name and the same address.'],
  ],
  ['there by its address', { name: 'x' }, 'add', ['The same address is there as acme.']],
  [
    'there by its name',
    { baseUrl: 'https://other.example.com' },
    'add',
    ['Another installation has the same name.'],
  ],
])('what is %s is proposed so', (_, change, proposal, notes) => {
  expect(planImport([entry(change)], [acme])).toMatchObject([{ index: 0, proposal, notes }]);
});

it('finds twins within the file', () => {
  expect(
    planImport([entry(), entry(), entry({ name: 'x' })], []).map((each) => each.proposal),
  ).toEqual(['add', 'skip', 'add']);
});

it('says what comes along and what has to be entered', () => {
  const [planned] = planImport(
    [
      {
        ...entry({
          authentication: { kind: 'sign-in', username: 'ops' },
          trust: { kind: 'pinned', certificate: certificateFacts },
          proxy: { kind: 'own', url: 'http://proxy:3128', username: '' },
          clientCertificate: { fileName: 'me.pem', pem: certificatePem },
        }),
        leftOut: ['password'],
      },
      entry({ trust: { kind: 'ca-file', fileName: 'ca.pem', pem: certificatePem } }),
    ],
    [],
  );
  expect(planned?.notes).toEqual([
    'It trusts one certificate, that of monitor.example.com: AA:BB:CC.',
    'It goes through the proxy http://proxy:3128.',
    'The password of ops has to be entered.',
    'The key of its client certificate me.pem has to be chosen.',
    'Not known and left out: password.',
  ]);
});

it('does not plan what cannot be added, nor take it for a twin', () => {
  const issues = [{ path: 'name', level: 'error' as const, message: 'x' }];
  expect(planImport([{ ...entry(), issues }, entry()], [])).toMatchObject([
    { proposal: 'impossible', issues },
    { proposal: 'add', issues: [] },
  ]);
});

it('proposes to skip all of a file whose connections are saved, and to add none twice', () => {
  fc.assert(
    fc.property(fc.array(goodSettings, { maxLength: 6 }), (all) => {
      const entries = all.map((settings) => ({ settings, issues: [], leftOut: [] }));
      expect(planImport(entries, all).every(({ proposal }) => proposal === 'skip')).toBe(true);
      const added = planImport(entries, []).filter(({ proposal }) => proposal === 'add');
      const again = added.flatMap(({ settings }) => settings ?? []);
      expect(planImport(entries, again).every(({ proposal }) => proposal === 'skip')).toBe(true);
    }),
  );
});
