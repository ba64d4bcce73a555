import { expect, it } from 'vitest';
import { aConnection } from '../../../shared/testing/a-connection.ts';
import { Ordering } from './ordering.svelte.ts';

const [a, b, c] = ['a', 'b', 'c'].map((name) => aConnection({ name })) as [
  ReturnType<typeof aConnection>,
  ReturnType<typeof aConnection>,
  ReturnType<typeof aConnection>,
];
const section = { key: 'environment production', title: 'Production', connections: [a, b, c] };

function ordering() {
  const saved: string[][] = [];
  const order = new Ordering((ids) => {
    saved.push(ids);
    return Promise.resolve();
  });
  return { order, saved };
}

it('announces the position after a keyboard move, and a move past the end', async () => {
  const { order, saved } = ordering();
  await order.move(section, a, 1);
  expect(saved).toEqual([['b', 'a', 'c']]);
  expect(order.announcement).toBe('a is number 2 of 3 in Production');
  await order.move(section, a, -1);
  expect(order.announcement).toBe('a is already first in Production');
  expect(saved).toHaveLength(1);
});

it.each([
  ['c', 'a', false, ['c', 'a', 'b']],
  ['c', 'a', true, ['a', 'c', 'b']],
  ['a', 'c', true, ['b', 'c', 'a']],
  ['a', 'c', false, ['b', 'a', 'c']],
])('dragging %s onto %s, after it %s', async (id, target, after, ids) => {
  const { order, saved } = ordering();
  order.dragged = { id, section: section.key };
  expect(order.dragOver(section, target, after)).toBe(true);
  await order.drop(section);
  expect(saved).toEqual([ids]);
  expect(order.dragged).toBeNull();
});

it('a drop into another section or on itself is ignored', async () => {
  const { order, saved } = ordering();
  order.dragged = { id: 'x', section: 'group Nordic' };
  expect(order.dragOver(section, 'a', true)).toBe(false);
  await order.drop(section);
  order.dragged = { id: 'a', section: section.key };
  order.dragOver(section, 'a', true);
  await order.drop(section);
  expect(saved).toEqual([]);
});

it('a move that cannot be saved is not announced', async () => {
  const order = new Ordering(() => Promise.reject(new Error('disk full')));
  await expect(order.move(section, a, 1)).rejects.toThrow('disk full');
  expect(order.announcement).toBe('');
});
