import type { ChangeByOthers } from '#contract/watching.ts';

export const aChange = (change: Partial<ChangeByOthers> = {}): ChangeByOthers => ({
  connectionId: 'c1',
  key: 7,
  name: 'Pager',
  kind: 'changed',
  noticedAt: new Date('2030-01-02T03:04:05Z'),
  changed: ['Enabled'],
  ...change,
});
