import { expect, it } from 'vitest';
import { counted } from './wording.ts';

it('formats a count with the singular or the plural', () => {
  expect([counted(1, 'entry', 'entries'), counted(0, 'entry', 'entries')]).toEqual([
    '1 entry',
    '0 entries',
  ]);
  expect(counted(1_213, 'webhook')).toBe('1,213 webhooks');
});
