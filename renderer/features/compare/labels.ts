import { partInWords } from '#domain/comparison/compared-parts.ts';
import type { CellKind, MatrixCell, MatrixColumn } from '#domain/comparison/matrix.ts';
import type { PartDetails } from '#domain/comparison/row-details.ts';
import { capitalised } from '../../ui/capitalised.ts';
import { counted } from '../../ui/counted.ts';
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
  { value: 'different', label: 'Not the same' },
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

export const titleOfCell = ({ kind, unclear }: MatrixCell): string =>
  unclear === 0 ? cellMeaning[kind] : `${cellMeaning[kind]}. ${unclearInWords(unclear)}`;

const unclearInWords = (count: number): string =>
  `${counted(count, 'secret')} cannot be compared: not reported by an installation.`;

/** What variants lack, once for all columns. */
export function lackedInWords(columns: readonly Pick<MatrixColumn, 'lacks'>[]): string | null {
  const parts = new Set(columns.flatMap(({ lacks }) => lacks));
  if (parts.size === 0) return null;
  return `${capitalised([...parts].map(partInWords).join(', '))} is compared only between installations of variant B.`;
}

/** Such as `37 same, 3 differ, 1 not read`. */
export function summaryOf({ equal, different, unread }: Comparison): string {
  const parts = [
    equal.length > 0 && `${equal.length} same`,
    different.length > 0 && `${different.length} ${different.length === 1 ? 'differs' : 'differ'}`,
    unread.length > 0 && `${unread.length} not read`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

export const partLabel = (part: string): string => capitalised(partInWords(part));

export function emptyValue(part: PartDetails): string {
  return part.part.startsWith('header:') ? '(no such header)' : '(not set)';
}
