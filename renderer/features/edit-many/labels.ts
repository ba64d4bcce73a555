import { editableFields } from '#domain/publishing/edit-many.ts';
import { type FieldName, fields } from '#domain/webhook/fields.ts';

const otherKinds = {
  'set-header': 'Set a header',
  'replace-header': 'Replace a header value',
  'rename-header': 'Rename a header',
  'remove-header': 'Remove a header',
  'replace in url': 'Replace in target URL',
  'replace in payloadTemplate': 'Replace in payload template',
} as const;

export type EditKind = FieldName | keyof typeof otherKinds;

const isOtherKind = (kind: EditKind): kind is keyof typeof otherKinds => kind in otherKinds;

export const editKindLabel = (kind: EditKind): string =>
  isOtherKind(kind) ? otherKinds[kind] : fields[kind].label;

export const editKinds: readonly EditKind[] = [
  ...editableFields,
  'set-header',
  'replace-header',
  'rename-header',
  'remove-header',
  'replace in url',
  'replace in payloadTemplate',
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
