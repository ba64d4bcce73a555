import { diffLines } from 'diff';
import type { EditedRow } from '#contract/edit-many.ts';
import { secretMask } from '#domain/delivery/mask-request.ts';
import { fields } from '#domain/webhook/fields.ts';
import type { HeaderContent } from '#domain/webhook/header-change-set.ts';
import { type ChangedPart, changedHeaders } from '../../shared/differences/changed-parts.ts';
import { shownValue } from '../../shared/differences/change-labels.ts';
import { mask, maskedHeaderValue } from '../../shared/secrets/masked-header.ts';

const maxPlacesPerRow = 4;

/** Milliseconds for comparing a template line by line. */
const timeLimit = 100;

export const changedParts = ({ differences, headers }: EditedRow): ChangedPart[] => [
  ...differences.flatMap(({ field, before, after }): ChangedPart[] =>
    field === 'payloadTemplate'
      ? changedLines(String(before), String(after))
      : [{ label: fields[field].label, before: shownValue(before), after: shownValue(after) }],
  ),
  ...changedHeaders(headers, () => 'Header', shownHeader),
];

const shownHeader = (header: HeaderContent): string =>
  `${header.name}: ${header.value === secretMask ? mask : maskedHeaderValue(header)}`;

function changedLines(before: string, after: string): ChangedPart[] {
  const label = fields.payloadTemplate.label;
  const parts = diffLines(before, after, { timeout: timeLimit });
  if (parts === undefined) return [{ label, before: '', after: '(many lines)' }];
  const places: ChangedPart[] = [];
  for (const [index, { added, removed, value }] of parts.entries()) {
    const text = value.replace(/\n$/, '');
    const previous = parts[index - 1];
    if (removed) places.push({ label, before: text, after: null });
    if (!added) continue;
    const replaced = previous?.removed === true ? places.pop() : undefined;
    places.push({ label, before: replaced?.before ?? null, after: text });
  }
  const more = places.length - maxPlacesPerRow;
  if (more <= 0) return places;
  const rest = { label, before: null, after: `${more} more changed places` };
  return [...places.slice(0, maxPlacesPerRow), rest];
}
