import type { Rows } from './active-row.svelte.ts';

/** The rows as the array that a virtual list asks for; it reads only the length and the rows in sight. */
export const listOf = <Item>(rows: Rows<Item>): readonly Item[] =>
  new Proxy<Item[]>([], {
    get: (target, name): unknown => {
      if (typeof name === 'symbol') return Reflect.get(target, name);
      return name === 'length' ? rows.length : rows.at(Number(name));
    },
  });
