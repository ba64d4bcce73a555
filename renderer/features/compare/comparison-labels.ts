import { partInWords } from '#domain/comparison/compared-part.ts';
import type { CellKind, MatrixCell, MatrixColumn, MatrixRow } from '#domain/comparison/matrix.ts';
import type { PartDetails } from '#domain/comparison/part-details.ts';
import {
  type LastReads,
  lastReadsOf,
  readInstallations,
  readAgesSuffix,
} from '../../shared/last-reads.ts';
import { capitalised, counted } from '#domain/text/wording.ts';
import type { Comparison, RowFilter } from './comparison.svelte.ts';

export const cellTones: Readonly<Record<CellKind, 'plain' | 'added' | 'changed' | 'deleted'>> = {
  same: 'plain',
  absent: 'plain',
  differs: 'changed',
  ambiguous: 'changed',
  unknown: 'changed',
  missing: 'deleted',
  extra: 'added',
};

export const filterChoices: readonly { readonly value: RowFilter; readonly label: string }[] = [
  { value: 'different', label: 'Differences' },
  { value: 'all', label: 'All webhooks' },
  { value: 'differs', label: 'Differ' },
  { value: 'missing', label: 'Missing' },
  { value: 'extra', label: 'Extra' },
  { value: 'ambiguous', label: 'Ambiguous' },
];

export const cellMeaning: Readonly<Record<CellKind, string>> = {
  same: 'Same as the reference',
  differs: 'Fields or headers differ from the reference',
  missing: 'Only on the reference',
  extra: 'Not on the reference',
  ambiguous: 'Several webhooks have this name, and they differ',
  unknown: 'Changed at an unknown time, so the state of the reference is not known',
  absent: 'Neither here nor on the reference',
};

export const ambiguousAdvice =
  'Several webhooks have this name, and they differ. Rename or delete them there, then compare again.';

export const titleOfCell = ({ kind, unknown }: MatrixCell): string =>
  unknown === 0 ? cellMeaning[kind] : `${cellMeaning[kind]}. ${unknownInWords(unknown)}`;

const unknownInWords = (count: number): string =>
  `${counted(count, 'secret')} cannot be compared: not reported by an installation.`;

/** What variants lack and installations do not report, once for all columns. */
export function incomparableInWords(
  columns: readonly Pick<MatrixColumn, 'lacks' | 'unreported'>[],
): string[] {
  const lacked = new Set(columns.flatMap(({ lacks }) => lacks));
  const unreported = new Set(columns.flatMap(({ unreported: parts }) => parts));
  const inWords = (parts: ReadonlySet<string>): string =>
    capitalised([...parts].map(partInWords).join(', '));
  return [
    ...(lacked.size === 0
      ? []
      : [`${inWords(lacked)} is compared only between installations of variant B.`]),
    ...(unreported.size === 0
      ? []
      : [`${inWords(unreported)}: not compared where an installation does not report it.`]),
  ];
}

type Compared = Pick<Comparison, 'equal' | 'different' | 'unread' | 'matrix'>;

/** Such as `37 installations same, 3 differ; 1 never read, oldest 2 days ago`. */
export function summaryOf(comparison: Compared, now: Date): string {
  const { equal, different, unread } = comparison;
  const parts = [
    [equal.length, 'same', 'same'] as const,
    [different.length, 'differs', 'differ'] as const,
  ].filter(([count]) => count > 0);
  const said = parts.map(([count, one, more], index) => {
    const subject = index === 0 ? counted(count, 'installation') : count.toLocaleString('en');
    return `${subject} ${count === 1 ? one : more}`;
  });
  if (said.length === 0) return `${counted(unread.length, 'installation')} never read`;
  return `${said.join(', ')}${readAgesSuffix(readsOf(comparison), now)}`;
}

/** Such as `No differences on 2 read installations; 1 never read`. */
export function noDifferencesTitle(comparison: Compared, now: Date): string {
  const reads = readsOf(comparison);
  return `No differences on ${readInstallations(reads)}${readAgesSuffix(reads, now)}`;
}

/** The reference counts for the oldest list only. */
function readsOf({ equal, different, unread, matrix }: Compared): LastReads {
  const reads = lastReadsOf([...equal, ...different, ...unread].map(({ readAt }) => readAt));
  const all = lastReadsOf([reads.oldest, matrix?.readAt ?? null]);
  return { ...reads, oldest: all.oldest };
}

/** Without differences: that there are none, or what that leaves out because secrets are not reported. */
export function equalityInWords(rows: readonly Pick<MatrixRow, 'cells'>[]): string {
  const count = rows.flatMap(({ cells }) => cells).reduce((sum, { unknown }) => sum + unknown, 0);
  return count === 0 ? 'No webhook differs from the reference.' : unknownInWords(count);
}

export const noFieldDiffers = (comparison: Compared, now: Date): string =>
  `No field differs where this webhook was read${readAgesSuffix(readsOf(comparison), now)}.`;

export const partLabel = (part: string): string => capitalised(partInWords(part));

export function emptyValue(part: PartDetails): string {
  return part.part.startsWith('header:') ? '(no such header)' : '(not set)';
}
