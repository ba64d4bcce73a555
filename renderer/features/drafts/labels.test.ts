import { describe, expect, it } from 'vitest';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { changedParts, editedWhen, installationsInWords } from './labels.ts';

const noHeaders = { added: [], changed: [], deleted: [], unaddressable: [] };

describe('the summary of a draft', () => {
  it('is a new webhook without a base', () => {
    expect(changedParts({ base: null, differences: [], headerChanges: noHeaders })).toBe(
      'a new webhook',
    );
  });

  it('names each changed part once', () => {
    const base = aWebhook();
    const differences = [
      { field: 'name', before: 'A', after: 'B' },
      { field: 'url', before: 'https://a.example.com', after: 'https://b.example.com' },
    ] as const;
    const added = [{ id: null, name: 'X-Team', value: 'ops' }];
    expect(changedParts({ base, differences: [...differences], headerChanges: noHeaders })).toBe(
      'name, target URL',
    );
    expect(changedParts({ base, differences: [], headerChanges: { ...noHeaders, added } })).toBe(
      'headers',
    );
  });
});

it('an edit of another day shows its date', () => {
  const now = new Date(2026, 2, 1, 12);
  expect(editedWhen(new Date(2026, 2, 1, 9, 5), now)).toMatch(/9:05|09:05/);
  expect(editedWhen(new Date(2026, 1, 27, 9, 5), now)).toContain('2026');
});

it('names two installations, and counts more', () => {
  expect(installationsInWords(['acme', 'globex'])).toBe('acme and globex');
  expect(installationsInWords(['acme', 'globex', 'initech'])).toBe('3 installations');
});
