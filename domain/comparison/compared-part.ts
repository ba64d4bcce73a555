import { z } from 'zod';
import { FieldName, fieldInSentence } from '../webhook/fields.ts';

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
