import { expect, it } from 'vitest';
import { aPlainText } from './testing/export-api.fake.ts';
import { aBundle } from './testing/import-api.fake.ts';
import {
  chosenInWords,
  fileInWords,
  foundInWords,
  originInWords,
  plainTextParts,
  plainTextPlaces,
  plainTextsInWords,
  sizeInWords,
  unknownInWords,
  whatGoes,
  whereInWords,
} from './bundle-labels.ts';

const factsOf = (...view: Parameters<typeof aBundle>): Record<string, string> =>
  Object.fromEntries(originInWords(aBundle(...view)).map(({ label, value }) => [label, value]));

it('describes the kind and content of a file', () => {
  expect(factsOf()).toEqual({ File: 'Hookdesk bundle, version 1.0', Contains: '3 webhooks' });
  expect(factsOf({ kind: 'raw', version: null, rows: 1 })).toEqual({
    File: 'Webhook list of an installation',
    Contains: '1 webhook',
  });
});

it('names the source of a file; an invalid date stays as written', () => {
  const acme = {
    installation: 'acme-prod',
    variant: 'B',
    webhooks: 2,
    connectionId: 'acme',
  } as const;
  const globex = { installation: 'globex', variant: 'A', webhooks: 1, connectionId: null } as const;
  expect(factsOf({ sources: [acme] })).toMatchObject({ From: 'acme-prod (B · 14.0)' });
  expect(factsOf({ sources: [{ ...acme, installation: '' }] })).toMatchObject({
    From: 'variant B · 14.0',
  });
  expect(
    factsOf({ sources: [acme, globex], exportedAt: 'yesterday', exportedBy: 'Hookdesk 2.0' }),
  ).toMatchObject({
    From: 'acme-prod (B · 14.0), 2; globex (A · 6.0), 1',
    Exported: 'yesterday, by Hookdesk 2.0',
  });
});

it('names an unknown member, its place and the most similar known member', () => {
  const member = { webhook: 'Pager', path: 'enabeld', nearest: 'enabled', line: 7, column: 5 };
  expect(unknownInWords(member)).toBe(
    'Line 7, column 5: “enabeld” is unknown. Did you mean “enabled”?',
  );
  expect(unknownInWords({ ...member, nearest: null })).toBe(
    'Line 7, column 5: “enabeld” is unknown.',
  );
});

it.each([
  [1213, ['acme'], 0, '1,213 webhooks of acme'],
  [1, ['acme', 'globex'], 0, '1 webhook of acme and globex'],
  [9, ['a', 'b', 'c', 'd'], 0, '9 webhooks of 4 installations'],
  [5, ['a', 'b'], 2, '5 webhooks of a and b, 2 drafts among them'],
  [2, [], 2, '2 webhooks from 2 drafts'],
])(
  'describes the exported webhooks: %i of %j with %i drafts',
  (webhooks, installations, drafts, words) => {
    expect(whatGoes({ webhooks }, installations, drafts)).toBe(words);
  },
);

it.each([
  [0, 0, 'Nothing is selected'],
  [1, 0, '1 installation'],
  [0, 2, '2 drafts'],
  [3, 1, '3 installations and 1 draft'],
])('describes the choice: %i installations, %i drafts', (installations, drafts, words) => {
  expect(chosenInWords(installations, drafts)).toBe(words);
});

it.each([
  [0, 0, 'No known secret found'],
  [1, 0, '1 secret found, removed'],
  [12, 0, '12 secrets found, all removed'],
  [12, 1, '12 secrets found, 1 stays in the file'],
  [12, 2, '12 secrets found, 2 stay in the file'],
  [12, 12, '12 secrets found, all stay in the file'],
  [1, 1, '1 secret found, stays in the file'],
])('describes %i found secrets, of which %i stay', (found, kept, words) => {
  expect(foundInWords(found, kept)).toBe(words);
});

it('says where a secret is used, and in how many places', () => {
  const what = 'In the URL of “Pager”.';
  expect(whereInWords({ what, usesTotal: 1 })).toBe(what);
  expect(whereInWords({ what, usesTotal: 3 })).toBe(`${what} Used in 3 places.`);
});

it('names the size of a file and whether it has secrets', () => {
  expect([999, 1_200, 12_345_678].map(sizeInWords)).toEqual(['999 bytes', '1.2 kB', '12.3 MB']);
  const leaks = [{ where: 'the name of “Pager”', message: 'A secret stands here.' }];
  expect(fileInWords({ bytes: 1_200, containsSecrets: false, leaks: [] }, false)).toBe(
    '1.2 kB, no known secret left.',
  );
  expect(fileInWords({ bytes: 1_200, containsSecrets: true, leaks: [] }, true)).toBe(
    '1.2 kB, with the secrets that you included, encrypted with your passphrase.',
  );
  expect(fileInWords({ bytes: 1_200, containsSecrets: true, leaks }, false)).toBe(
    '1.2 kB, with the secrets that you included and what was found in it.',
  );
  expect(fileInWords({ bytes: 1_200, containsSecrets: false, leaks }, false)).toBe(
    '1.2 kB, with what was found in it.',
  );
});

it('describes the texts that stay in the file, with their places', () => {
  const header = aPlainText('X-Team', 'team=<secret:pager-x-team>; dba');
  const word = { ...header, header: null };
  expect(plainTextsInWords(null)).toBe('Listing…');
  expect(plainTextsInWords([])).toBe('Nothing to check');
  expect(plainTextsInWords([header, word, word])).toBe('1 header value and 2 words');
  expect(plainTextPlaces(header)).toBe('acme · Pager · the header X-Team');
  expect(plainTextPlaces({ ...header, usesTotal: 1_300 })).toBe(
    'acme · Pager · the header X-Team, and 1,299 more',
  );
  expect(plainTextParts(header)).toEqual([
    { text: 'team=', reference: false },
    { text: 'secret reference', reference: true },
    { text: '; dba', reference: false },
  ]);
});
