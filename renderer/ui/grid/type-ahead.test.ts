import { expect, it } from 'vitest';
import { rowNamed, TypeAhead } from './type-ahead.ts';

const never = (): boolean => false;

it('joins letters until a pause of a second', () => {
  const typed = new TypeAhead();
  expect(typed.add({ key: 'o', timeStamp: 5_000 }, never)).toBe('o');
  expect(typed.add({ key: 'p', timeStamp: 5_900 }, never)).toBe('op');
  expect(typed.add({ key: 'z', timeStamp: 6_901 }, never)).toBe('z');
  typed.end();
  expect(typed.add({ key: 'u', timeStamp: 6_902 }, never)).toBe('u');
});

it('leaves keys that are no letters, and shortcuts that would begin a name', () => {
  const typed = new TypeAhead();
  const isShortcut = (key: string): boolean => key === 'n';
  expect(typed.add({ key: 'Enter', timeStamp: 1 }, never)).toBeNull();
  expect(typed.add({ key: ' ', timeStamp: 1 }, never)).toBeNull();
  expect(typed.add({ key: 'n', timeStamp: 1 }, isShortcut)).toBeNull();
  expect(typed.add({ key: 'o', timeStamp: 2 }, isShortcut)).toBe('o');
  expect(typed.add({ key: 'n', timeStamp: 3 }, isShortcut)).toBe('on');
});

it('one letter goes to the next name, more letters stay while they fit', () => {
  const names = ['Mike', 'Mnemonic', 'Zulu', 'Дежурная'];
  expect(rowNamed(names, 'm', 0)).toBe(1);
  expect(rowNamed(names, 'm', 1)).toBe(0);
  expect(rowNamed(names, 'mn', 1)).toBe(1);
  expect(rowNamed(names, 'mi', 1)).toBe(0);
  expect(rowNamed(names, 'д', -1)).toBe(3);
  expect(rowNamed(names, 'x', 2)).toBe(-1);
});
