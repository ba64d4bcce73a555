import type { Masking } from '#domain/secrets/masking.ts';
import type { FieldDifference } from '#domain/webhook/difference.ts';
import { fields } from '#domain/webhook/fields.ts';
import type { HeaderChangeSet, HeaderContent } from '#domain/webhook/header-change-set.ts';
import { shownValue, valueInWords } from './change-labels.ts';

/** One changed part of a webhook, with the tags of `Masking`; `null` for a side without it. */
export interface ChangedPart {
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

export const changedField = (
  { field, before, after }: FieldDifference,
  masking: Masking,
): ChangedPart => ({
  label: fields[field].label,
  before: valueInWords(masking.taggedField(field, before)),
  after: valueInWords(masking.taggedField(field, after)),
});

export function changedHeaders(
  { changed, deleted, added }: HeaderChangeSet,
  labelOf: (id: number) => string,
  masking: Masking,
): ChangedPart[] {
  const shown = (header: HeaderContent): string =>
    `${masking.text(header.name)}: ${valueInWords(masking.taggedHeader(header))}`;
  return [
    ...changed.map((header) => ({
      label: labelOf(header.id),
      before: shown(header.before),
      after: shown(header),
    })),
    ...deleted.map((header) => ({ label: labelOf(header.id), before: shown(header), after: null })),
    ...added.map((header) => ({ label: 'New header', before: null, after: shown(header) })),
  ];
}

export const shownHeader = (header: HeaderContent, masking: Masking): string =>
  `${masking.text(header.name)}: ${shownValue(masking.header(header))}`;

/** Whether the rule masks something in a change. */
export function hidesSomething(
  differences: readonly FieldDifference[],
  { added, changed, deleted }: HeaderChangeSet,
  masking: Masking,
): boolean {
  const headers = [...added, ...changed, ...changed.map(({ before }) => before), ...deleted];
  return (
    headers.some((header) => masking.header(header) !== header.value) ||
    differences.some(({ field, before, after }) =>
      [before, after].some((value) => masking.field(field, value) !== value),
    )
  );
}
