import type { FieldName } from './difference.ts';

/** The field as a form and a comparison call it. */
export const fieldLabels: Readonly<Record<FieldName, string>> = {
  name: 'Name',
  url: 'Target URL',
  method: 'Method',
  enabled: 'Enabled',
  payloadTemplate: 'Payload template',
  payloadType: 'Payload type',
  'severities.low': 'Low alerts',
  'severities.medium': 'Medium alerts',
  'severities.high': 'High alerts',
  'severities.cleared': 'Cleared alerts',
};

/** The field within a sentence. */
export function fieldInSentence(field: FieldName): string {
  const label = fieldLabels[field];
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** The part of a webhook that the field belongs to, within a sentence. */
export const partInSentence = (field: FieldName): string =>
  field.startsWith('severities.') ? 'severities' : fieldInSentence(field);
