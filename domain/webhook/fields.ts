import { z } from 'zod';
import { PayloadType, VariantId } from './variant.ts';

export const FieldName = z.enum([
  'name',
  'url',
  'method',
  'enabled',
  'payloadTemplate',
  'severities.low',
  'severities.medium',
  'severities.high',
  'severities.cleared',
  'payloadType',
]);
export type FieldName = z.infer<typeof FieldName>;

export const FieldValue = z.union([z.string(), z.boolean(), z.number(), z.null()]);
export type FieldValue = z.infer<typeof FieldValue>;

/** Not a schema, because lists have 100,000 values. */
export const isFieldValue = (value: unknown): value is string | boolean | number =>
  typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';

export const severityOf = {
  'severities.low': 'low',
  'severities.medium': 'medium',
  'severities.high': 'high',
  'severities.cleared': 'cleared',
} as const;

export const isSeverityField = (field: FieldName): field is keyof typeof severityOf =>
  field in severityOf;

interface Field {
  readonly label: string;
  readonly shortLabel: string;
  readonly kind: 'text' | 'boolean' | 'number' | 'choice';
  readonly choices?: readonly string[];
  readonly variants: readonly VariantId[];
  /** Source: interface document §2.1. */
  readonly wireName: string;
  readonly initial: FieldValue;
  readonly mayHoldSecrets: boolean;
}

const both: readonly VariantId[] = ['A', 'B'];

const severity = (name: string, wireName: string, initial: boolean): Field => ({
  label: `${name} alerts`,
  shortLabel: name,
  kind: 'boolean',
  variants: both,
  wireName,
  initial,
  mayHoldSecrets: false,
});

export const fields: Readonly<Record<FieldName, Field>> = {
  name: {
    label: 'Name',
    shortLabel: 'Name',
    kind: 'text',
    variants: both,
    wireName: 'name',
    initial: '',
    mayHoldSecrets: false,
  },
  url: {
    label: 'Target URL',
    shortLabel: 'URL',
    kind: 'text',
    variants: both,
    wireName: 'url',
    initial: '',
    mayHoldSecrets: true,
  },
  method: {
    label: 'Method',
    shortLabel: 'Method',
    kind: 'text',
    variants: both,
    wireName: 'method',
    initial: 'POST',
    mayHoldSecrets: false,
  },
  enabled: {
    label: 'Enabled',
    shortLabel: 'Enabled',
    kind: 'boolean',
    variants: both,
    wireName: 'enabled',
    initial: true,
    mayHoldSecrets: false,
  },
  payloadTemplate: {
    label: 'Payload template',
    shortLabel: 'Payload template',
    kind: 'text',
    variants: both,
    wireName: 'payload_template',
    initial: '',
    mayHoldSecrets: true,
  },
  'severities.low': severity('Low', 'low_alert', false),
  'severities.medium': severity('Medium', 'med_alert', true),
  'severities.high': severity('High', 'high_alert', true),
  'severities.cleared': severity('Cleared', 'cleared_alert', true),
  payloadType: {
    label: 'Payload type',
    shortLabel: 'Payload type',
    kind: 'choice',
    choices: PayloadType.options,
    variants: ['B'],
    wireName: 'payload_type',
    initial: 'ALERT',
    mayHoldSecrets: false,
  },
};

export const fieldsOfVariant = (variant: VariantId): FieldName[] =>
  FieldName.options.filter((field) => fields[field].variants.includes(variant));

export const isInEveryVariant = (field: FieldName): boolean =>
  VariantId.options.every((variant) => fields[field].variants.includes(variant));

/** Replaces a value that an installation or a file does not give. */
export function neutralValue(field: FieldName): FieldValue {
  const { kind } = fields[field];
  if (kind === 'text') return '';
  return kind === 'boolean' ? false : null;
}

export function typedValue(field: FieldName, text: string): FieldValue {
  const { kind, choices = [] } = fields[field];
  switch (kind) {
    case 'text':
      return text;
    case 'choice':
      return choices.includes(text) ? text : null;
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);
    case 'boolean':
      return null;
  }
}

export function fieldInSentence(field: FieldName): string {
  const { label } = fields[field];
  return label.charAt(0).toLowerCase() + label.slice(1);
}

export const partInSentence = (field: FieldName): string =>
  isSeverityField(field) ? 'severities' : fieldInSentence(field);

export function fieldInWords(part: string): string {
  const field = FieldName.safeParse(part);
  return field.success ? fieldInSentence(field.data) : part.replace('.', ': ');
}
