import { diffLines } from 'diff';
import type { EditedRow } from '#contract/edit-many.ts';
import { unmasked } from '#domain/secrets/masking.ts';
import { fields } from '#domain/webhook/fields.ts';
import { counted } from '#domain/text/wording.ts';
import {
  type ChangedPart,
  changedField,
  changedHeaders,
} from '../../shared/differences/changed-parts.ts';

const maxPlacesPerRow = 4;

/** Milliseconds for comparing a template line by line. */
const timeLimit = 100;

/** The host masks secrets. */
export const changedParts = ({ differences, headers }: EditedRow): ChangedPart[] => [
  ...differences.flatMap((difference): ChangedPart[] =>
    difference.field === 'payloadTemplate'
      ? changedLines(String(difference.before), String(difference.after))
      : [changedField(difference, unmasked)],
  ),
  ...changedHeaders(headers, () => 'Header', unmasked),
];

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
  const rest = { label, before: null, after: counted(more, 'more changed place') };
  return [...places.slice(0, maxPlacesPerRow), rest];
}
