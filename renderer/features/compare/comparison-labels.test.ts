import { expect, it } from 'vitest';
import { type MatrixColumn, noCounts } from '#domain/comparison/matrix.ts';
import {
  incomparableInWords,
  noDifferencesTitle,
  noFieldDiffers,
  equalityInWords,
  summaryOf,
} from './comparison-labels.ts';

const now = new Date('2026-11-23T10:00:00Z');
const old = new Date('2026-11-20T09:00:00Z');
const column = (readAt: Date | null): MatrixColumn & { at: number } => ({
  connectionId: 'acme',
  readAt,
  counts: noCounts(),
  lacks: [],
  unreported: [],
  at: 0,
});
const compared = { equal: [], different: [], unread: [], matrix: null };
const [fresh, unread] = [column(now), column(null)];
const referenceOf = (readAt: Date | null) => ({
  kind: 'end' as const,
  comparisonId: 'c1',
  readAt,
  note: null,
  columns: [],
  rows: [],
});

it.each([
  [{ ...compared, equal: [fresh] }, '1 installation same'],
  [{ ...compared, different: [fresh] }, '1 installation differs'],
  [
    { ...compared, different: [fresh, fresh], unread: [unread] },
    '2 installations differ; 1 never read',
  ],
  [
    { ...compared, equal: [fresh], different: [column(old)], unread: [unread] },
    '1 installation same, 1 differs; 1 never read, oldest 3 days ago',
  ],
  [{ ...compared, unread: [unread] }, '1 installation never read'],
])('sums up how many installations differ, and how far that was read (%#)', (given, expected) => {
  expect(summaryOf(given, now)).toBe(expected);
});

it('claims equality for read lists only, and names an old reference', () => {
  const equal = { ...compared, equal: [fresh, fresh] };
  expect(noDifferencesTitle(equal, now)).toBe('No differences on 2 installations');
  expect(noDifferencesTitle({ ...equal, unread: [unread], matrix: referenceOf(old) }, now)).toBe(
    'No differences on 2 read installations; 1 never read, oldest 3 days ago',
  );
  expect(noFieldDiffers({ ...equal, unread: [unread] }, now)).toBe(
    'No field differs where this webhook was read; 1 never read.',
  );
});

it('names once what installations lack or do not report', () => {
  const lacking = { lacks: ['payloadType' as const], unreported: ['url', 'headers'] };
  expect(incomparableInWords([lacking, lacking])).toEqual([
    'Payload type is compared only between installations of variant B.',
    'Target URL, headers: not compared where an installation does not report it.',
  ]);
  expect(incomparableInWords([fresh])).toEqual([]);
});

it('says which secrets equality leaves out', () => {
  const cell = { kind: 'same' as const, different: 0, unknown: 2, column: 0 };
  expect(equalityInWords([])).toBe('No webhook differs from the reference.');
  expect(equalityInWords([{ cells: [cell] }, { cells: [cell] }])).toBe(
    '4 secrets cannot be compared: not reported by an installation.',
  );
});
