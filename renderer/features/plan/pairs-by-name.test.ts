import { expect, it } from 'vitest';
import { pairsByName } from './plan-rows.svelte.ts';

const same = (webhookId: number) => ({ webhookId, because: ['same-name' as const] });
const similar = (webhookId: number) => ({ webhookId, because: ['similar-name' as const] });

it('matches rows with the only webhook of their name, if no other row has it', () => {
  const alternatives = {
    one: [same(1), similar(2)],
    two: [same(2)],
    many: [same(3), same(4)],
    none: [similar(5)],
    twin: [same(6)],
    'other twin': [same(6)],
  };
  const rows = Object.entries(alternatives).map(([key, its]) => ({ key, its }));
  expect(pairsByName(rows, ({ its }) => its)).toEqual([
    { keys: ['one'], answer: { pairWith: 1 } },
    { keys: ['two'], answer: { pairWith: 2 } },
  ]);
});
