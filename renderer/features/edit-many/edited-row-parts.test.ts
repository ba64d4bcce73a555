import { describe, expect, it } from 'vitest';
import type { EditedRow } from '#contract/edit-many.ts';
import { mask, Masking, untagged } from '#domain/secrets/masking.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { changedParts } from './edited-row-parts.ts';

const none = { added: [], changed: [], deleted: [], unaddressable: [] };
const row = (change: Partial<EditedRow>): EditedRow => ({
  connectionId: 'acme',
  webhookId: 7,
  name: 'Chat',
  differences: [],
  headers: none,
  notes: [],
  findings: [],
  ...change,
});
const templates = (before: string, after: string) =>
  changedParts(row({ differences: [{ field: 'payloadTemplate', before, after }] }));

describe('the changed parts of a webhook', () => {
  it('show only the changed lines of a template', () => {
    expect(templates('a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual([
      { label: 'Payload template', before: 'b', after: 'B' },
      { label: 'Payload template', before: null, after: 'd' },
    ]);
  });

  it('count the changed places that do not fit in a row', () => {
    const lines = Array.from({ length: 14 }, (_, at) => (at % 2 === 0 ? 'same' : `x${at}`));
    const parts = templates(lines.join('\n'), lines.join('\n').replaceAll('x', 'y'));
    expect(parts).toHaveLength(5);
    expect(parts.at(-1)?.after).toBe('3 more changed places');
  });

  it('show masks in lines of a template', () => {
    const before = { ...aWebhook(), payloadTemplate: '{"token": "one"}' };
    const after = { ...before, payloadTemplate: '{"token": "two"}' };
    const masking = new Masking([before, after]);
    const differences = fieldDifferences(masking.definition(before), masking.definition(after));
    const shown = changedParts(row({ differences })).map((part) => [
      untagged(part.before ?? ''),
      untagged(part.after ?? ''),
    ]);
    expect(shown).toEqual([[`{"token": "${mask}"}`, `{"token": "${mask}"}`]]);
  });
});
