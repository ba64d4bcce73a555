import { expect, test } from 'vitest';
import { applyFix } from './finding.ts';
import { header, webhook } from './testing/webhooks.ts';

test('edits and new headers are applied, and the given definition is not modified', () => {
  const before = webhook('{"a": %A%}', { headers: [header('X', 'v%A%')] });
  const copy = structuredClone(before);
  const after = applyFix(before, {
    title: 'Change it all',
    changes: [
      { kind: 'edit', start: 6, end: 6, text: '"' },
      { kind: 'edit', start: 9, end: 9, text: '"' },
      { kind: 'add-header', name: 'Y', value: 'y' },
    ],
  });
  expect(after).toEqual({
    ...copy,
    payloadTemplate: '{"a": "%A%"}',
    headers: [
      { id: 2, name: 'X', value: 'v%A%' },
      { id: null, name: 'Y', value: 'y' },
    ],
  });
  expect(before).toEqual(copy);
});

test('a header keeps its id and name when its value is replaced', () => {
  const changes = [{ kind: 'replace-header-value', index: 0, value: 'new' }] as const;
  expect(
    applyFix(webhook('', { headers: [header('X', 'old')] }), { title: '', changes }).headers,
  ).toEqual([{ id: 2, name: 'X', value: 'new' }]);
});

test('a change of a missing header is ignored', () => {
  const changes = [{ kind: 'replace-header-value', index: 4, value: 'new' }] as const;
  const before = webhook('', { headers: [] });
  expect(applyFix(before, { title: '', changes })).toEqual(before);
});
