import { FieldName, fields, type FieldValue } from '../../webhook/fields.ts';
import { fieldOf } from '../../webhook/webhook.ts';
import type { PortableWebhook } from '../portable.ts';
import { printedDefinition } from './raw-array.ts';

const first: readonly FieldName[] = ['name', 'enabled', 'method', 'url'];
const columns: readonly FieldName[] = [
  ...first,
  ...FieldName.options.filter((field) => !first.includes(field) && field !== 'payloadTemplate'),
];
const titles = [...columns.map((field) => fields[field].shortLabel), 'Headers', 'Payload template'];

/** RFC 4180 with a byte order mark, so that spreadsheets read UTF-8. An apostrophe disarms formulas. */
export function* webhookCsv(webhooks: Iterable<PortableWebhook>): Generator<string, void, void> {
  yield `\ufeff${line(titles)}`;
  for (const webhook of webhooks) yield line(cellsOf(webhook));
}

function cellsOf(webhook: PortableWebhook): string[] {
  const definition = printedDefinition(webhook);
  return [
    ...columns.map((field) => valueCell(fieldOf(definition, field))),
    definition.headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    definition.payloadTemplate,
  ];
}

function valueCell(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? '' : String(value);
}

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;

/** Characters that a spreadsheet may skip before a formula. */
const skipped = /^[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]+/u;

/** Unicode normalization does not map the minus sign U+2212 to `-`. */
const formulaSigns = new Set(['=', '+', '-', '@', '\u2212']);

/** Source: OWASP, CSV Injection. */
function beginsFormula(text: string): boolean {
  const [before = ''] = skipped.exec(text) ?? [];
  const [sign = ''] = text.slice(before.length);
  // NFKC maps full-width and small signs to ASCII, and ⩵ to two of them.
  return /[\t\r\n]/.test(before) || formulaSigns.has(sign.normalize('NFKC').charAt(0));
}

function cell(text: string): string {
  const safe = beginsFormula(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
