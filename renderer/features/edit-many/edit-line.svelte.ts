import { faultOf, type WebhookEdit } from '#domain/publishing/edit-many.ts';
import { type FieldName, fields } from '#domain/webhook/fields.ts';
import type { EditKind } from './labels.ts';

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

const valueFrom = (field: FieldName, text: string): string | boolean | null => {
  if (fields[field].kind !== 'boolean') return text;
  return text === '' ? null : text === 'on';
};
