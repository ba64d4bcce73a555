import { describe, expect, it } from 'vitest';
import { headerChangeSet } from './header-change-set.ts';

const type = { id: 11, name: 'Content-Type', value: 'application/json' };
const team = { id: 12, name: 'X-Team', value: 'ops' };
const none = { added: [], changed: [], deleted: [], unaddressable: [] };

describe('headerChangeSet', () => {
  it.each([
    [
      'a new header',
      [type],
      [type, { id: null, name: 'X-Team', value: 'ops' }],
      {
        added: [{ name: 'X-Team', value: 'ops' }],
      },
    ],
    [
      'another value',
      [type, team],
      [type, { ...team, value: 'dba' }],
      {
        changed: [
          { id: 12, name: 'X-Team', value: 'dba', before: { name: 'X-Team', value: 'ops' } },
        ],
      },
    ],
    [
      'another name',
      [team],
      [{ ...team, name: 'X-Group' }],
      {
        changed: [
          { id: 12, name: 'X-Group', value: 'ops', before: { name: 'X-Team', value: 'ops' } },
        ],
      },
    ],
    [
      'a removed header',
      [type, team],
      [type],
      {
        deleted: [{ id: 12, name: 'X-Team', value: 'ops' }],
      },
    ],
    [
      'an id that the service does not have',
      [type],
      [type, { ...team, id: 99 }],
      {
        added: [{ name: 'X-Team', value: 'ops' }],
      },
    ],
    [
      'one id on two rows: the first is the header, the second is new',
      [team],
      [team, team],
      {
        added: [{ name: 'X-Team', value: 'ops' }],
      },
    ],
    [
      'a removed header without id',
      [{ ...team, id: null }],
      [],
      {
        unaddressable: [{ name: 'X-Team', value: 'ops' }],
      },
    ],
    [
      'an edited header without id',
      [{ ...team, id: null }],
      [{ id: null, name: 'X-Team', value: 'b' }],
      {
        added: [{ name: 'X-Team', value: 'b' }],
        unaddressable: [{ name: 'X-Team', value: 'ops' }],
      },
    ],
    [
      'two untouched headers that share an id',
      [team, { ...type, id: 12 }],
      [{ ...type, id: 12 }, team],
      {},
    ],
    [
      'one of two that share an id removed',
      [team, { ...type, id: 12 }],
      [team],
      {
        unaddressable: [{ name: 'Content-Type', value: 'application/json' }],
      },
    ],
  ])('%s', (_, before, after, expected) => {
    expect(headerChangeSet(before, after)).toEqual({ ...none, ...expected });
  });
});
