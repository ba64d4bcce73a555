import { expect, it } from 'vitest';
import { rowsByInstallation } from './rows-by-installation.ts';

it('groups rows in the order of the installations and keeps the order of the rows', () => {
  const rows = ['gone', 'b', 'a', 'b'].map((connectionId, at) => ({ connectionId, at }));
  expect(rowsByInstallation(rows, [{ id: 'a' }, { id: 'empty' }, { id: 'b' }])).toEqual([
    { connectionId: 'a', rows: [{ connectionId: 'a', at: 2 }] },
    {
      connectionId: 'b',
      rows: [
        { connectionId: 'b', at: 1 },
        { connectionId: 'b', at: 3 },
      ],
    },
    { connectionId: 'gone', rows: [{ connectionId: 'gone', at: 0 }] },
  ]);
});
