import { editableFields, faultOf, type WebhookEdit } from '#domain/publishing/edit-many.ts';
import { type FieldName, fields } from '#domain/webhook/fields.ts';

/** The replacements have values of the form only: an edit names its field apart from its kind. */
const headerAndTextKinds = [
  { value: 'set-header', label: 'Set a header' },
  { value: 'replace-header', label: 'Replace a header value' },
  { value: 'rename-header', label: 'Rename a header' },
  { value: 'remove-header', label: 'Remove a header' },
  { value: 'replace in url', label: 'Replace in target URL' },
  { value: 'replace in payloadTemplate', label: 'Replace in payload template' },
] as const;

type EditKind = FieldName | (typeof headerAndTextKinds)[number]['value'];

export const editKinds: readonly { readonly value: EditKind; readonly label: string }[] = [
  ...editableFields.map((value) => ({ value, label: fields[value].label })),
  ...headerAndTextKinds,
];

const on = 'on';
const off = 'off';

/** Options for the value of a field, the first without a value; `null` for a field with a text. */
export function valueOptionsOf(field: FieldName): { value: string; label: string }[] | null {
  const { kind, choices = [] } = fields[field];
  const none = { value: '', label: 'Select…' };
  if (kind === 'boolean') {
    return [none, { value: on, label: 'On' }, { value: off, label: 'Off' }];
  }
  return kind === 'choice' ? [none, ...choices.map((value) => ({ value, label: value }))] : null;
}

/** The value of an option or a text; `null` until a switch is selected. */
function valueFrom(field: FieldName, text: string): string | boolean | null {
  if (fields[field].kind !== 'boolean') return text;
  return text === '' ? null : text === on;
}

let lines = 0;

/** One edit while a person enters it. */
export class EditLine {
  readonly key = (lines += 1);
  kind = $state<EditKind>('set-header');
  /** Of a field; empty until selected. */
  value = $state('');
  headerName = $state('');
  headerValue = $state('');
  to = $state('');
  find = $state('');
  replacement = $state('');
  isPattern = $state(false);

  readonly edit = $derived.by(() => this.#edit());
  readonly fault = $derived(faultOf(this.edit));

  #edit(): WebhookEdit {
    const { kind, headerName: name, headerValue: value } = this;
    switch (kind) {
      case 'set-header':
      case 'replace-header':
        return { kind, name, value };
      case 'rename-header':
        return { kind, name, to: this.to };
      case 'remove-header':
        return { kind, name };
      case 'replace in url':
        return this.#textEdit('url');
      case 'replace in payloadTemplate':
        return this.#textEdit('payloadTemplate');
      default:
        return { kind: 'field', field: kind, value: valueFrom(kind, this.value) };
    }
  }

  #textEdit(field: 'url' | 'payloadTemplate'): WebhookEdit {
    const { find, replacement, isPattern } = this;
    return { kind: 'replace-text', field, find, replacement, isPattern };
  }
}
