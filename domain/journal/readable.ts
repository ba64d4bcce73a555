import { type FieldDifference, fieldDifferences } from '../webhook/difference.ts';
import { FieldName, type FieldValue, fields } from '../webhook/fields.ts';
import { type WebhookDefinition, fieldOf } from '../webhook/webhook.ts';
import { headerChangeSet } from '../webhook/header-change-set.ts';
import type { EntryOutcome, JournalEntry } from './entry.ts';
import { Masking, type OtherSecrets } from '../secrets/masked.ts';

const outcomeInWords: Readonly<Record<EntryOutcome, string>> = {
  sent: 'Sent. Result not known yet.',
  done: 'Verified: the installation matched what was sent.',
  differs: 'Mismatch: the installation did not match what was sent.',
  'not-applied': 'Not applied: the installation did not change.',
  failed: 'Failed: nothing changed.',
  unknown: 'Unknown: no response received and not checked yet.',
};

/** Times are UTC. Secrets are masked. No line feed at the end. */
export function readableEntry(entry: JournalEntry, others?: OtherSecrets): string {
  const { at, who, action, variant, webhookId, before, meant, after, outcome } = entry;
  const values = new Masking([before, meant, after], false, others);
  const name = values.text((meant ?? before)?.name ?? '');
  const id = webhookId === null ? 'webhook' : `webhook ${webhookId}`;
  const where = `${values.text(entry.connectionName)} (variant ${variant})`;
  const { problem, notes, undoes, endedAt } = entry;
  const ended = endedAt === null ? '' : ` (${utc(endedAt)})`;
  return [
    `${utc(at)}  ${who}: ${action} ${id} “${name}” on ${where}`,
    ...indentLines(changes(before, meant, values)),
    ...indentLines([`Result: ${outcomeInWords[outcome]}${ended}`]),
    ...indentLines(outcome === 'differs' ? held(meant, after, values) : []),
    ...indentLines(problem === null ? [] : [`Problem: ${values.message(problem.message)}`]),
    ...indentLines(notes.map((note) => `Note: ${values.message(note)}`)),
    ...indentLines(undoes === null ? [] : ['Undoes an earlier entry.']),
  ].join('\n');
}

export const utc = (date: Date): string =>
  date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

function changes(
  before: WebhookDefinition | null,
  meant: WebhookDefinition | null,
  values: Masking,
): string[] {
  if (before !== null && meant !== null) {
    const changed = differences(before, meant, values);
    return changed.length === 0 ? ['Changes nothing.'] : changed;
  }
  const only = meant ?? before;
  if (only === null) return [];
  return [
    ...FieldName.options.flatMap((field) => whole(field, fieldOf(only, field), values)),
    ...only.headers.map((header) => `Header ${values.text(header.name)}: ${values.header(header)}`),
  ];
}

function held(
  meant: WebhookDefinition | null,
  after: WebhookDefinition | null,
  values: Masking,
): string[] {
  if (meant === null || after === null) return [];
  return ['Sent version and version on the installation:', ...differences(meant, after, values)];
}

function differences(
  before: WebhookDefinition,
  after: WebhookDefinition,
  values: Masking,
): string[] {
  const { added, changed, deleted, unaddressable } = headerChangeSet(before.headers, after.headers);
  return [
    ...fieldDifferences(before, after).flatMap((difference) => fieldLines(difference, values)),
    ...added.map((header) => `Header ${values.text(header.name)} added: ${values.header(header)}`),
    ...changed.map((header) => {
      const { name } = header.before;
      const renamed = name === header.name ? '' : ` renamed to ${values.text(header.name)}`;
      const change = arrow(values.header(header.before), values.header(header));
      const value = header.before.value === header.value ? values.header(header) : change;
      return `Header ${values.text(name)}${renamed}: ${value}`;
    }),
    ...[...deleted, ...unaddressable].map(
      (header) => `Header ${values.text(header.name)} deleted: ${values.header(header)}`,
    ),
  ];
}

function fieldLines({ field, before, after }: FieldDifference, values: Masking): string[] {
  const { label } = fields[field];
  const [was, is] = [fieldText(field, before, values), fieldText(field, after, values)];
  if (field !== 'payloadTemplate') return [`${label}: ${arrow(was, is)}`];
  const same = was === is ? ['(another secret)'] : [];
  return [`${label} before:`, ...indentLines([was]), 'and after:', ...indentLines([is, ...same])];
}

function whole(field: FieldName, value: FieldValue, values: Masking): string[] {
  const text = fieldText(field, value, values);
  if (field !== 'payloadTemplate') return [`${fields[field].label}: ${text}`];
  return [`${fields[field].label}:`, ...indentLines([text])];
}

const arrow = (before: string, after: string): string =>
  before === after ? `${after} (another secret)` : `${before} → ${after}`;

function fieldText(field: FieldName, value: FieldValue, values: Masking): string {
  const text = values.field(field, value);
  if (typeof text === 'boolean') return text ? 'on' : 'off';
  if (text === null) return 'not set';
  return text === '' ? '(empty)' : String(text);
}

const indentLines = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(/\r\n|[\r\n]/).map((each) => `  ${each}`));
