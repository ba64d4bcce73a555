import { type FieldDifference, fieldDifferences } from '../webhook/difference.ts';
import { FieldName, type FieldValue, fields } from '../webhook/fields.ts';
import { type WebhookDefinition, fieldOf } from '../webhook/webhook.ts';
import { headerChangeSet } from '../webhook/header-change-set.ts';
import type { EntryOutcome, JournalEntry } from './entry.ts';
import { Masking, type OtherSecrets } from '../secrets/masking.ts';

const outcomeInWords: Readonly<Record<EntryOutcome, string>> = {
  sent: 'Sent. Result not known yet.',
  done: 'Verified: the installation matched what was sent.',
  differs: 'Mismatch: the installation did not match what was sent.',
  'not-applied': 'Not applied: the installation did not change.',
  failed: 'Failed: nothing changed.',
  unknown: 'Unknown: no response received and not checked yet.',
};

/** An entry of History as text for people. Times are UTC. Secrets are masked. No line feed at the end. */
export function readableEntry(entry: JournalEntry, otherSecrets?: OtherSecrets): string {
  const { at, who, action, variant, webhookId, before, meant: requested, after, outcome } = entry;
  const masking = new Masking([before, requested, after], false, otherSecrets);
  const name = masking.text((requested ?? before)?.name ?? '');
  const webhook = webhookId === null ? 'webhook' : `webhook ${webhookId}`;
  const installation = `${masking.text(entry.connectionName)} (variant ${variant})`;
  const { problem, notes, undoes, endedAt } = entry;
  const end = endedAt === null ? '' : ` (${utc(endedAt)})`;
  return [
    `${utc(at)}  ${who}: ${action} ${webhook} “${name}” on ${installation}`,
    ...indentLines(changeLines(before, requested, masking)),
    ...indentLines([`Result: ${outcomeInWords[outcome]}${end}`]),
    ...indentLines(outcome === 'differs' ? mismatchLines(requested, after, masking) : []),
    ...indentLines(problem === null ? [] : [`Problem: ${masking.message(problem.message)}`]),
    ...indentLines(notes.map((note) => `Note: ${masking.message(note)}`)),
    ...indentLines(undoes === null ? [] : ['Undoes an earlier entry.']),
  ].join('\n');
}

export const utc = (date: Date): string =>
  date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

function changeLines(
  before: WebhookDefinition | null,
  requested: WebhookDefinition | null,
  masking: Masking,
): string[] {
  if (before !== null && requested !== null) {
    const lines = differenceLines(before, requested, masking);
    return lines.length === 0 ? ['Changes nothing.'] : lines;
  }
  const definition = requested ?? before;
  return definition === null ? [] : definitionLines(definition, masking);
}

function mismatchLines(
  requested: WebhookDefinition | null,
  after: WebhookDefinition | null,
  masking: Masking,
): string[] {
  if (requested === null || after === null) return [];
  const title = 'Sent version and version on the installation:';
  return [title, ...differenceLines(requested, after, masking)];
}

const definitionLines = (definition: WebhookDefinition, masking: Masking): string[] => [
  ...FieldName.options.flatMap((field) => {
    const { label } = fields[field];
    const text = fieldText(field, fieldOf(definition, field), masking);
    return field === 'payloadTemplate'
      ? [`${label}:`, ...indentLines([text])]
      : [`${label}: ${text}`];
  }),
  ...definition.headers.map(
    (header) => `Header ${masking.text(header.name)}: ${masking.header(header)}`,
  ),
];

function differenceLines(
  before: WebhookDefinition,
  after: WebhookDefinition,
  masking: Masking,
): string[] {
  const { added, changed, deleted, unaddressable } = headerChangeSet(before.headers, after.headers);
  return [
    ...fieldDifferences(before, after).flatMap((difference) => fieldLines(difference, masking)),
    ...added.map(
      (header) => `Header ${masking.text(header.name)} added: ${masking.header(header)}`,
    ),
    ...changed.map((header) => {
      const { name } = header.before;
      const newName = name === header.name ? '' : ` renamed to ${masking.text(header.name)}`;
      const change = arrow(masking.header(header.before), masking.header(header));
      const value = header.before.value === header.value ? masking.header(header) : change;
      return `Header ${masking.text(name)}${newName}: ${value}`;
    }),
    ...[...deleted, ...unaddressable].map(
      (header) => `Header ${masking.text(header.name)} deleted: ${masking.header(header)}`,
    ),
  ];
}

function fieldLines({ field, before, after }: FieldDifference, masking: Masking): string[] {
  const { label } = fields[field];
  const [earlier, later] = [fieldText(field, before, masking), fieldText(field, after, masking)];
  if (field !== 'payloadTemplate') return [`${label}: ${arrow(earlier, later)}`];
  return [
    `${label} before:`,
    ...indentLines([earlier]),
    'and after:',
    ...indentLines([later, ...(earlier === later ? ['(another secret)'] : [])]),
  ];
}

/** Equal texts are masks of different secrets. */
const arrow = (before: string, after: string): string =>
  before === after ? `${after} (another secret)` : `${before} → ${after}`;

function fieldText(field: FieldName, value: FieldValue, masking: Masking): string {
  const text = masking.field(field, value);
  if (typeof text === 'boolean') return text ? 'on' : 'off';
  if (text === null) return 'not set';
  return text === '' ? '(empty)' : String(text);
}

const indentLines = (lines: readonly string[]): string[] =>
  lines.flatMap((text) => text.split(/\r\n|[\r\n]/).map((line) => `  ${line}`));
