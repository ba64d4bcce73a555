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

/** The severity that each field switches. */
export const severityOf = {
  'severities.low': 'low',
  'severities.medium': 'medium',
  'severities.high': 'high',
  'severities.cleared': 'cleared',
} as const;

export const isSeverityField = (field: FieldName): field is keyof typeof severityOf =>
  field in severityOf;

/** What the code needs to know of one field of a webhook. */
interface Field {
  readonly label: string;
  readonly shortLabel: string;
  readonly kind: 'text' | 'boolean' | 'number' | 'choice';
  readonly choices?: readonly string[];
  readonly variants: readonly VariantId[];
  /** Source: interface document §2.1. */
  readonly wireName: string;
  /** Value in a new webhook. */
  readonly initial: FieldValue;
  readonly mayHoldSecrets: boolean;
}

const bothVariants: readonly VariantId[] = ['A', 'B'];

const severity = (name: string, wireName: string, initial: boolean): Field => ({
  label: `${name} alerts`,
  shortLabel: name,
  kind: 'boolean',
  variants: bothVariants,
  wireName,
  initial,
  mayHoldSecrets: false,
});

/** The one table of fields: requests, answers, differences, merge, History and files follow it. */
export const fields: Readonly<Record<FieldName, Field>> = {
  name: {
    label: 'Name',
    shortLabel: 'Name',
    kind: 'text',
    variants: bothVariants,
    wireName: 'name',
    initial: '',
    mayHoldSecrets: false,
  },
  url: {
    label: 'Target URL',
    shortLabel: 'URL',
    kind: 'text',
    variants: bothVariants,
    wireName: 'url',
    initial: '',
    mayHoldSecrets: true,
  },
  method: {
    label: 'Method',
    shortLabel: 'Method',
    kind: 'text',
    variants: bothVariants,
    wireName: 'method',
    initial: 'POST',
    mayHoldSecrets: false,
  },
  enabled: {
    label: 'Enabled',
    shortLabel: 'Enabled',
    kind: 'boolean',
    variants: bothVariants,
    wireName: 'enabled',
    initial: true,
    mayHoldSecrets: false,
  },
  payloadTemplate: {
    label: 'Payload template',
    shortLabel: 'Payload template',
    kind: 'text',
    variants: bothVariants,
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

/** The value that a person typed; `null` for a text that the field cannot have, and for switches. */
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

/** @param name of a field, or of another member of a webhook, such as `headers` */
export function fieldInWords(name: string): string {
  const field = FieldName.safeParse(name);
  return field.success ? fieldInSentence(field.data) : name.replace('.', ': ');
}
