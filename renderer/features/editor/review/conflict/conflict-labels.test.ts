import { describe, expect, it } from 'vitest';
import type { Conflict } from '#domain/merge/conflict.ts';
import { mergeWebhook } from '#domain/merge/merge-webhook.ts';
import { aWebhook } from '../../../../shared/testing/a-webhook.ts';
import { mask, Masking, unmasked } from '#domain/secrets/masking.ts';
import {
  changedThereInWords,
  conflictLabel,
  holdsSecret,
  howItCame,
  restInWords,
  valueInWords,
} from './conflict-labels.ts';

const base = aWebhook();
const key = { name: 'X-Api-Key', value: 'fake' };
const ofKey = (draft: string | null, live: string | null): Conflict => ({
  kind: 'header',
  path: 'header:12',
  base: key,
  draft: draft === null ? null : { ...key, value: draft },
  live: live === null ? null : { ...key, value: live },
  at: live === null ? null : 1,
});

describe('a conflict in words', () => {
  it('masks a secret until it is revealed, and names missing values', () => {
    const conflict = ofKey('mine', null);
    expect(conflictLabel(conflict)).toBe('Header X-Api-Key');
    expect(holdsSecret(conflict, new Masking())).toBe(true);
    expect(valueInWords(conflict, 'draft', new Masking())).toBe(`X-Api-Key: ${mask}`);
    expect(valueInWords(conflict, 'draft', unmasked)).toBe('X-Api-Key: mine');
    expect(valueInWords(conflict, 'live', unmasked)).toBe('Deleted');
    expect(valueInWords({ ...conflict, base: null }, 'base', unmasked)).toBe('Not present');
  });

  it('masks the secrets of a URL and of a template', () => {
    const url: Conflict = {
      kind: 'field',
      path: 'url',
      base: 'https://a.example/?api_key=K1',
      draft: 'https://a.example/?api_key=K2',
      live: 'https://b.example/',
    };
    expect(holdsSecret(url, new Masking())).toBe(true);
    expect(valueInWords(url, 'draft', new Masking())).toBe(`https://a.example/?api_key=${mask}`);
    expect(valueInWords(url, 'draft', unmasked)).toBe('https://a.example/?api_key=K2');
    const body: Conflict = { ...url, path: 'payloadTemplate', draft: '{"password": "P"}' };
    expect(valueInWords(body, 'draft', new Masking())).toBe(`{"password": "${mask}"}`);
  });

  it('explains a deletion or an addition that the values do not show', () => {
    expect(howItCame(ofKey('mine', null))).toContain('deleted on the installation');
    expect(howItCame(ofKey(null, 'theirs'))).toContain('Deleted by you');
    expect(howItCame({ ...ofKey('mine', 'theirs'), base: null })).toContain('Added on both');
    expect(howItCame(ofKey('mine', 'theirs'))).toBeNull();
  });
});

describe('other merged changes', () => {
  it('are the changes of both sides without the conflicts', () => {
    const header = (id: number, name: string, value: string) => ({ id, name, value });
    const [type] = base.headers;
    if (type === undefined) throw new Error('There is no header.');
    const mine = {
      ...base,
      name: 'Mine',
      enabled: false,
      headers: [type, header(12, 'X-Api-Key', 'mine'), { id: null, name: 'X-Team', value: 'ops' }],
    };
    const theirs = {
      ...base,
      name: 'Theirs',
      url: 'https://b.example.com',
      headers: [
        header(21, 'Content-Type', 'application/json'),
        header(22, 'X-Api-Key', 'theirs'),
        header(23, 'X-Route', 'b'),
        header(24, 'X-Team', 'net'),
      ],
    };
    const merge = mergeWebhook(base, mine, theirs);
    expect(merge.conflicts.map(conflictLabel)).toEqual([
      'Name',
      'Header X-Api-Key',
      'Header X-Team',
    ]);
    expect(restInWords(base, theirs, merge, new Masking())).toEqual({
      mine: ['Disables the webhook.'],
      theirs: [
        'Target URL changed from “https://hooks.example.com/ops” to “https://b.example.com”.',
        'Header X-Route added.',
      ],
    });
    expect(changedThereInWords(base, theirs)).toContain(
      'Value of the header X-Api-Key changed (id 22).',
    );
  });

  it('do not include new header ids', () => {
    const headers = base.headers.map((each) => ({
      ...each,
      id: each.id === null ? null : each.id + 50,
    }));
    expect(changedThereInWords(base, { ...base, headers })).toEqual([]);
  });
});
