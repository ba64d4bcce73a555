import { editableFields } from '#domain/publishing/edit-many.ts';
import { type FieldName, fields } from '#domain/webhook/fields.ts';

const otherKinds = [
  { value: 'set-header', label: 'Set a header' },
  { value: 'replace-header', label: 'Replace a header value' },
  { value: 'rename-header', label: 'Rename a header' },
  { value: 'remove-header', label: 'Remove a header' },
  { value: 'replace in url', label: 'Replace in target URL' },
  { value: 'replace in payloadTemplate', label: 'Replace in payload template' },
] as const;

export type EditKind = FieldName | (typeof otherKinds)[number]['value'];

export const editKinds: readonly { readonly value: EditKind; readonly label: string }[] = [
  ...editableFields.map((value) => ({ value, label: fields[value].label })),
  ...otherKinds,
];

/** Values of a field, after an empty one; `null` for a text. */
export function valuesOf(field: FieldName): { value: string; label: string }[] | null {
  const { kind, choices = [] } = fields[field];
  const none = { value: '', label: 'Select…' };
  if (kind === 'boolean') {
    return [none, { value: 'on', label: 'On' }, { value: 'off', label: 'Off' }];
  }
  return kind === 'choice' ? [none, ...choices.map((value) => ({ value, label: value }))] : null;
}

export const filterLabels = {
  all: 'All',
  changed: 'Changed',
  unchanged: 'Unchanged',
  missing: 'Not editable',
} as const;
export type ShownRows = keyof typeof filterLabels;
