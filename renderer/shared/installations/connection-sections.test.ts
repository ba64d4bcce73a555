import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterConnections, movedBy, sectionsOf } from './connection-sections.ts';
import { aConnection } from '../testing/a-connection.ts';

const shown = (...connections: ReturnType<typeof aConnection>[]) =>
  sectionsOf(connections).map(({ title, connections: members }) => [
    title,
    ...members.map(({ name }) => name),
  ]);

describe('sections', () => {
  it('are the environments, production first, then the groups in list order', () => {
    expect(
      shown(
        aConnection({ name: 'dev', environment: 'development' }),
        aConnection({ name: 'n1', group: 'Nordic', environment: 'staging' }),
        aConnection({ name: 'none', environment: null }),
        aConnection({ name: 'prod', environment: 'production' }),
        aConnection({ name: 'a1', group: 'Alps' }),
        aConnection({ name: 'n2', group: 'Nordic', environment: 'production' }),
      ),
    ).toEqual([
      ['Production', 'prod'],
      ['Development', 'dev'],
      ['Other', 'none'],
      ['Nordic', 'n1', 'n2'],
      ['Alps', 'a1'],
    ]);
  });

  it('stay separate for a group and an environment with the same name', () => {
    const sections = sectionsOf([aConnection(), aConnection({ name: 'b', group: 'Production' })]);
    expect(new Set(sections.map(({ key }) => key)).size).toBe(2);
  });
});

describe('filtering', () => {
  const all = [
    aConnection({ name: 'acme-prod', group: 'Nordic' }),
    aConnection({ name: 'globex', baseUrl: 'https://monitor.globex.example' }),
    aConnection({ name: 'acme-stage', environment: 'staging' }),
  ];
  it.each([
    ['acme', ['acme-prod', 'acme-stage']],
    ['  ACME  stag', ['acme-stage']],
    ['nordic', ['acme-prod']],
    ['monitor.globex', ['globex']],
    ['acme globex', []],
    ['', ['acme-prod', 'globex', 'acme-stage']],
  ])('%j shows %j', (text, names) => {
    expect(filterConnections(all, text).map(({ name }) => name)).toEqual(names);
  });
});

describe('movedBy', () => {
  it('moves an id by one place, and returns null at the ends', () => {
    expect(movedBy(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(movedBy(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
    expect(movedBy(['a', 'b', 'c'], 'a', -1)).toBeNull();
    expect(movedBy(['a', 'b', 'c'], 'c', 1)).toBeNull();
    expect(movedBy(['a'], 'x', 1)).toBeNull();
  });

  it('restores the order after the reverse move and loses no id', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 8 }),
        fc.nat(),
        fc.constantFrom(-1, 1),
        (ids, nth, by) => {
          const id = ids[nth % ids.length] ?? '';
          const moved = movedBy(ids, id, by);
          if (moved === null) return;
          expect(moved.toSorted()).toEqual(ids.toSorted());
          expect(movedBy(moved, id, -by)).toEqual(ids);
        },
      ),
    );
  });
});
