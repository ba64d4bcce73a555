import { byteOrderMark } from '../../text/byte-order-mark.ts';
import { csvLine } from '../../text/csv-line.ts';
import { FieldName, fields, type FieldValue } from '../../webhook/fields.ts';
import { fieldOf } from '../../webhook/webhook.ts';
import { type PortableWebhook, printedDefinition } from '../portable-webhook.ts';

const firstColumns: readonly FieldName[] = ['name', 'enabled', 'method', 'url'];
const columns: readonly FieldName[] = [
  ...firstColumns,
  ...FieldName.options.filter(
    (field) => !firstColumns.includes(field) && field !== 'payloadTemplate',
  ),
];
const titles = [...columns.map((field) => fields[field].shortLabel), 'Headers', 'Payload template'];

/** A table of the webhooks, for a spreadsheet. Secrets are `<secret:name>`; cells that are not reported are empty. */
export function* webhookCsv(webhooks: Iterable<PortableWebhook>): Generator<string, void, void> {
  // With the mark, spreadsheets read UTF-8.
  yield `${byteOrderMark}${csvLine(titles)}`;
  for (const webhook of webhooks) yield csvLine(cellsOf(webhook));
}

function cellsOf(webhook: PortableWebhook): string[] {
  const definition = printedDefinition(webhook);
  return [
    ...columns.map((field) =>
      webhook.missing.includes(field) ? '' : valueCell(fieldOf(definition, field)),
    ),
    definition.headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    definition.payloadTemplate,
  ];
}

function valueCell(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? '' : String(value);
}
