import { z } from 'zod';
import { FieldName, FieldValue } from './fields.ts';
import { headerChangeSet, isEmptyChangeSet } from './header-change-set.ts';
import { fieldOf, type Header, type WebhookDefinition } from './webhook.ts';

export const FieldDifference = z.object({
  field: FieldName,
  before: FieldValue,
  after: FieldValue,
});
export type FieldDifference = z.infer<typeof FieldDifference>;

export function fieldDifferences(
  before: WebhookDefinition,
  after: WebhookDefinition,
): FieldDifference[] {
  return FieldName.options
    .map((field) => ({ field, before: fieldOf(before, field), after: fieldOf(after, field) }))
    .filter((difference) => difference.before !== difference.after);
}

export const haveSameFields = (a: WebhookDefinition, b: WebhookDefinition): boolean =>
  FieldName.options.every((field) => fieldOf(a, field) === fieldOf(b, field));

/** Whether an update from one to the other would change nothing. */
export function isUnchanged(before: WebhookDefinition, after: WebhookDefinition): boolean {
  const headers = headerChangeSet(before.headers, after.headers);
  return (
    haveSameFields(before, after) && isEmptyChangeSet(headers) && headers.unaddressable.length === 0
  );
}

const headerKeys = (headers: readonly Header[]): string[] =>
  headers.map((header) => JSON.stringify([header.name, header.value])).sort();

/** Equal for definitions with the same content. */
export const contentKey = (definition: WebhookDefinition): string =>
  JSON.stringify([
    FieldName.options.map((field) => fieldOf(definition, field)),
    headerKeys(definition.headers),
  ]);

/** Ignores header ids and header order. */
export function sameContent(a: WebhookDefinition, b: WebhookDefinition): boolean {
  if (!haveSameFields(a, b)) return false;
  const [keys, otherKeys] = [headerKeys(a.headers), headerKeys(b.headers)];
  return keys.length === otherKeys.length && keys.every((key, index) => key === otherKeys[index]);
}

/** Whether the live webhook is no longer the base. Compares header ids, but not header order. */
export function changedSince(base: WebhookDefinition, live: WebhookDefinition): boolean {
  if (!haveSameFields(base, live)) return true;
  if (areIdentical(base.headers, live.headers)) return false;
  const keys = (headers: readonly Header[]): string =>
    JSON.stringify(headers.map(({ id, name, value }) => JSON.stringify([id, name, value])).sort());
  return keys(base.headers) !== keys(live.headers);
}

/** Compares ids and order, too. */
export const areIdentical = (a: readonly Header[], b: readonly Header[]): boolean =>
  a.length === b.length &&
  a.every(({ id, name, value }, index) => {
    const other = b[index];
    return other?.id === id && other.name === name && other.value === value;
  });
