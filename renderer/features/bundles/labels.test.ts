import { expect, it } from 'vitest';
import { aBundle } from './testing/import-api.fake.ts';
import { originInWords, unknownInWords } from './labels.ts';

const factsOf = (...view: Parameters<typeof aBundle>): Record<string, string> =>
  Object.fromEntries(originInWords(aBundle(...view)).map(({ label, value }) => [label, value]));

it('says what a file is, as far as it says so itself', () => {
  expect(factsOf()).toEqual({ File: 'Hookdesk bundle, version 1.0', Contains: '3 webhooks' });
  expect(factsOf({ kind: 'raw', version: null, rows: 1 })).toEqual({
    File: 'Webhook list of an installation',
    Contains: '1 webhook',
  });
});

it('says where it came from; a date that is none stays as it is written', () => {
  const acme = {
    installation: 'acme-prod',
    variant: 'B',
    webhooks: 2,
    connectionId: 'acme',
  } as const;
  const globex = { installation: 'globex', variant: 'A', webhooks: 1, connectionId: null } as const;
  expect(factsOf({ sources: [acme] })).toMatchObject({ From: 'acme-prod (B · 14.0)' });
  expect(
    factsOf({ sources: [acme, globex], exportedAt: 'yesterday', exportedBy: 'Hookdesk 2.0' }),
  ).toMatchObject({
    From: 'acme-prod (B · 14.0), 2; globex (A · 6.0), 1',
    Exported: 'yesterday, by Hookdesk 2.0',
  });
});

it('names an unknown member, its place and what was probably meant', () => {
  const member = { webhook: 'Pager', path: 'enabeld', nearest: 'enabled', line: 7, column: 5 };
  expect(unknownInWords(member)).toBe(
    'Line 7, column 5: “enabeld” is unknown. Did you mean “enabled”?',
  );
  expect(unknownInWords({ ...member, nearest: null })).toBe(
    'Line 7, column 5: “enabeld” is unknown.',
  );
});
