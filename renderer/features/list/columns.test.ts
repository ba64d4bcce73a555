import { describe, expect, it } from 'vitest';
import { columnsOf, fittingColumns, movedColumn, tracksOf, withColumn } from './columns.ts';

const defaults = columnsOf(null);
const namesOf = (columns: readonly { name: string }[]): string =>
  columns.map(({ name }) => name).join(' ');

it('shows every column but the id by default', () => {
  expect(namesOf(defaults.filter(({ shown }) => shown))).toBe(
    'enabled name url method payloadType severities',
  );
});

it('keeps the stored order, drops unknown columns and always shows the name', () => {
  const columns = columnsOf([
    { name: 'url', shown: false, width: 90 },
    { name: 'owner', shown: true, width: null },
    { name: 'name', shown: false, width: null },
    { name: 'url', shown: true, width: 120 },
  ]);
  expect(namesOf(columns)).toBe('url name enabled method payloadType severities id');
  expect(columns.slice(0, 2)).toEqual([
    { name: 'url', shown: true, width: 120 },
    { name: 'name', shown: true, width: null },
  ]);
});

describe('a narrow list', () => {
  it.each([
    [720, 'enabled name url method payloadType severities'],
    [660, 'enabled name url payloadType severities'],
    [610, 'enabled name url severities'],
    [330, 'enabled name severities'],
    [250, 'enabled name'],
    [100, 'name'],
  ])('of %i px has the columns %s', (width, names) => {
    expect(namesOf(fittingColumns(defaults, { hasType: true, width }))).toBe(names);
  });

  it.each([
    [900, 'enabled name url method payloadType severities'],
    [564, 'enabled name severities'],
    [400, 'enabled name severities'],
    [250, 'enabled name'],
  ])('of %i px beside an editor has the columns %s', (width, names) => {
    const room = { hasType: true, isBesideEditor: true, width };
    expect(namesOf(fittingColumns(defaults, room))).toBe(names);
  });

  it('has no payload type on a variant without it', () => {
    const columns = fittingColumns(defaults, { hasType: false, width: 670 });
    expect(namesOf(columns)).toBe('enabled name url method severities');
  });
});

it('shows the installation after the name at every width in the list of all installations', () => {
  const columnsIn = (width: number): string =>
    namesOf(fittingColumns(defaults, { hasType: true, hasInstallation: true, width }));
  expect(columnsIn(840)).toBe('enabled name installation url method payloadType severities');
  expect(columnsIn(100)).toBe('name installation');
});

it('moves a column by one place, and not past an end', () => {
  expect(namesOf(movedColumn(defaults, 'url', -1))).toMatch(/^enabled url name method/);
  expect(namesOf(movedColumn(defaults, 'url', 1))).toMatch(/^enabled name method url/);
  expect(movedColumn(defaults, 'enabled', -1)).toEqual(defaults);
  expect(movedColumn(defaults, 'id', 1)).toEqual(defaults);
});

it('lets a resized column shrink to its minimum width', () => {
  const [, name] = withColumn(defaults, 'name', { width: 300 });
  if (name === undefined) throw new Error('no column');
  expect(tracksOf([name])).toBe('minmax(140px, 300px)');
});
