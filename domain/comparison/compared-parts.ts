import { z } from 'zod';
import { FieldName, fieldInSentence, fields } from '../webhook/fields.ts';
import type { ListedWebhook } from '../webhook/listed.ts';
import { type VariantId, variants } from '../webhook/variant.ts';

/** A webhook in a comparison, with the variant of its installation. */
export interface Side {
  readonly webhook: ListedWebhook;
  readonly variant: VariantId;
}

/** Webhooks are paired by name, so the name never differs. */
export const comparedFields: readonly FieldName[] = FieldName.options.filter(
  (field) => field !== 'name',
);

/** A field, or all headers of one name, such as `header:x-team`. To ignore a text that names no part has no effect. */
export const ComparedPart = z.string().min(1).max(1_000);

const headerPrefix = 'header:';

/** The case of header names does not matter. */
export const headerPart = (name: string): string => `${headerPrefix}${name.toLowerCase()}`;

/** The name of the header, in lower case; `null` for a field. */
export const headerOfPart = (part: string): string | null =>
  part.startsWith(headerPrefix) ? part.slice(headerPrefix.length) : null;

export function partInWords(part: string): string {
  const header = headerOfPart(part);
  if (header !== null) return `header ${header === '' ? '(no name)' : header}`;
  const field = FieldName.safeParse(part);
  return field.success ? fieldInSentence(field.data) : part;
}

/** The fields that cannot be compared between these variants, for the whole column of an installation. */
export const fieldsLackedBy = (...compared: readonly VariantId[]): FieldName[] =>
  comparedFields.filter((field) =>
    compared.some((variant) => !fields[field].variants.includes(variant)),
  );

/**
 * Whether both variants have the field, so that its values are compared. A method that the other variant cannot hold
 * is comparable: it differs.
 */
export function isComparable(field: FieldName, reference: Side, other: Side): boolean {
  const { variants: variantsWithField } = fields[field];
  return variantsWithField.includes(reference.variant) && variantsWithField.includes(other.variant);
}

/** Whether the other side can take the value of the reference, when it is made alike. */
export function canHold(field: FieldName, reference: Side, other: Side): boolean {
  if (!isComparable(field, reference, other)) return false;
  const { methods } = variants[other.variant];
  return field !== 'method' || methods === null || methods.includes(reference.webhook.method);
}

/** Whether the installation reports the field, or the headers, of this webhook. */
export const isReported = ({ webhook }: Side, name: FieldName | 'headers'): boolean =>
  !webhook.unreported.includes(name);
