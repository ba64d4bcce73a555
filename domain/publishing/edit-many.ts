import { z } from 'zod';
import { isSensitiveName } from '../secrets/sensitive-names.ts';
import { checkHeaderName, checkHeaderValue } from '../webhook/check-definition.ts';
import { sameContent } from '../webhook/difference.ts';
import { FieldName, fieldInSentence, fields, FieldValue } from '../webhook/fields.ts';
import { type VariantId, variants } from '../webhook/variant.ts';
import {
  definitionOf,
  type Header,
  type Webhook,
  type WebhookDefinition,
  withField,
} from '../webhook/webhook.ts';

/** Fields that can have the same value in many webhooks. */
export const editableFields: readonly FieldName[] = FieldName.options.filter(
  (field) => fields[field].kind !== 'text' || field === 'method',
);

/** Replaces a text, or all matches of a regular expression. */
export const TextEdit = z.object({
  kind: z.literal('replace-text'),
  field: z.enum(['url', 'payloadTemplate'] satisfies FieldName[]),
  find: z.string().max(10_000),
  replacement: z.string().max(100_000),
  isPattern: z.boolean(),
});
export type TextEdit = z.infer<typeof TextEdit>;

const headerText = z.string().max(65_536);

/** One edit of each selected webhook. Header names ignore case. */
export const WebhookEdit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('field'), field: FieldName, value: FieldValue }),
  /** Adds the header, or replaces its value. */
  z.object({ kind: z.literal('set-header'), name: headerText, value: headerText }),
  z.object({ kind: z.literal('replace-header'), name: headerText, value: headerText }),
  z.object({ kind: z.literal('rename-header'), name: headerText, to: headerText }),
  z.object({ kind: z.literal('remove-header'), name: headerText }),
  TextEdit,
]);
export type WebhookEdit = z.infer<typeof WebhookEdit>;

export const isPatternEdit = (edit: WebhookEdit): edit is TextEdit =>
  edit.kind === 'replace-text' && edit.isPattern;

/** All edits of a text replace all matches. Without `u`, a match could split a character. */
export const patternFlags = 'gu';

/** Characters of a text after an edit. */
const maxTextLength = 1_000_000;

/** The definition of a webhook after some edits. */
export interface EditedWebhook {
  readonly definition: WebhookDefinition;
  /** Why edits did not apply, in their order. */
  readonly notes: readonly string[];
}

export const notEdited = (webhook: Webhook): EditedWebhook => ({
  definition: definitionOf(webhook),
  notes: [],
});

/** Applies an edit that needs no regular expression; see `withReplacedText` for the others. */
export function applyEdit(
  edited: EditedWebhook,
  edit: WebhookEdit,
  variant: VariantId,
): EditedWebhook {
  const { definition } = edited;
  if (edit.kind === 'field') return withValue(edited, edit.field, edit.value, variant);
  if (edit.kind === 'replace-text') {
    return withReplacedText(edited, edit, replaceLiteral(definition[edit.field], edit));
  }
  const { headers } = definition;
  const hasName = ({ name }: Header): boolean => isSameName(name, edit.name);
  const withChange = (change: (header: Header) => Header): EditedWebhook =>
    withHeaders(
      edited,
      headers.map((header) => (hasName(header) ? change(header) : header)),
    );
  if (!headers.some(hasName)) {
    if (edit.kind !== 'set-header') return withNote(edited, `No header ${edit.name}.`);
    const { name, value } = edit;
    return withHeaders(edited, [...headers, { id: null, name, value }]);
  }
  switch (edit.kind) {
    case 'set-header':
    case 'replace-header':
      return withChange((header) => ({ ...header, value: edit.value }));
    case 'rename-header': {
      const exists = headers.some((header) => !hasName(header) && isSameName(header.name, edit.to));
      return exists
        ? withNote(edited, `${edit.name} is not renamed: there is already a header ${edit.to}.`)
        : withChange((header) => ({ ...header, name: edit.to }));
    }
    case 'remove-header':
      return withHeaders(
        edited,
        headers.filter((header) => !hasName(header)),
      );
  }
}

/** @param text the text with its replacements; `null` without a match */
export function withReplacedText(
  edited: EditedWebhook,
  { field, find }: TextEdit,
  text: string | null,
): EditedWebhook {
  const part = fieldInSentence(field);
  if (text === null) return withNote(edited, `No match for “${shortened(find)}” in the ${part}.`);
  return text.length > maxTextLength
    ? withNote(edited, `The ${part} would be longer than 1,000,000 characters.`)
    : { ...edited, definition: { ...edited.definition, [field]: text } };
}

export const isUneditedBy = ({ definition }: EditedWebhook, webhook: Webhook): boolean =>
  sameContent(definition, webhook);

/** The mistake in an edit, for the person who enters it; `null` if the edit can be applied. */
export function faultOf(edit: WebhookEdit): string | null {
  switch (edit.kind) {
    case 'field':
      return isValueOf(edit.field, edit.value) ? null : 'Select a value.';
    case 'set-header':
    case 'replace-header':
      return headerNameFault(edit.name) ?? firstError(checkHeaderValue(edit.value, ''));
    case 'rename-header':
      return headerNameFault(edit.name) ?? headerNameFault(edit.to);
    case 'remove-header':
      return headerNameFault(edit.name);
    case 'replace-text':
      return edit.find === '' ? 'Enter the text to find.' : patternFault(edit);
  }
}

export const secretsOfEdits = (edits: readonly WebhookEdit[]): string[] =>
  edits.flatMap((edit) =>
    'value' in edit && edit.kind !== 'field' && edit.value !== '' && isSensitiveName(edit.name)
      ? [edit.value]
      : [],
  );

function withValue(
  edited: EditedWebhook,
  field: FieldName,
  value: FieldValue,
  variant: VariantId,
): EditedWebhook {
  const { methods } = variants[variant];
  if (!fields[field].variants.includes(variant)) {
    return withNote(edited, `Variant ${variant} has no ${fieldInSentence(field)}.`);
  }
  if (field === 'method' && methods?.includes(String(value)) === false) {
    const accepted = methods.join(' or ');
    return withNote(edited, `Variant ${variant} accepts ${accepted}, not ${String(value)}.`);
  }
  return { ...edited, definition: withField(edited.definition, field, value) };
}

function replaceLiteral(text: string, { find, replacement }: TextEdit): string | null {
  if (find === '' || !text.includes(find)) return null;
  return text.replaceAll(find, () => replacement);
}

const withHeaders = (edited: EditedWebhook, headers: Header[]): EditedWebhook => ({
  ...edited,
  definition: { ...edited.definition, headers },
});

const withNote = ({ definition, notes }: EditedWebhook, note: string): EditedWebhook => ({
  definition,
  notes: [...notes, note],
});

const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function isValueOf(field: FieldName, value: FieldValue): boolean {
  if (!editableFields.includes(field)) return false;
  const { kind, choices = [] } = fields[field];
  if (kind === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'string' || value === '') return false;
  return kind === 'choice'
    ? choices.includes(value)
    : firstError(checkHeaderName(value, '')) === null;
}

const headerNameFault = (name: string): string | null =>
  name === '' ? 'Enter a header name.' : firstError(checkHeaderName(name, ''));

const firstError = (issues: ReturnType<typeof checkHeaderName>): string | null =>
  issues.find(({ level }) => level === 'error')?.message ?? null;

function patternFault({ find, isPattern }: TextEdit): string | null {
  if (!isPattern) return null;
  try {
    new RegExp(find, patternFlags);
    return null;
  } catch (error) {
    // Such as `Invalid regular expression: /(/gu: Unterminated group`.
    const reason = error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : '';
    return `This is not a regular expression: ${reason.toLowerCase()}.`;
  }
}
