import type { PortableWebhook } from '../portable.ts';
import { printedDefinition } from './raw-array.ts';

const titles = [
  ...['Name', 'Enabled', 'Method', 'URL', 'Low', 'Medium', 'High', 'Cleared', 'Payload type'],
  ...['Headers', 'Payload template'],
];

/**
 * Webhooks as a table for people, row by row: RFC 4180, with a byte order mark, by which spreadsheets know
 * UTF-8. A cell that a spreadsheet would take for a formula begins with an apostrophe. It cannot be read
 * back.
 */
export function* webhookCsv(webhooks: Iterable<PortableWebhook>): Generator<string, void, void> {
  yield `\ufeff${line(titles)}`;
  for (const webhook of webhooks) yield line(cellsOf(webhook));
}

function cellsOf(webhook: PortableWebhook): string[] {
  const { severities, ...definition } = printedDefinition(webhook);
  return [
    definition.name,
    yesOrNo(definition.enabled),
    definition.method,
    definition.url,
    yesOrNo(severities.low),
    yesOrNo(severities.medium),
    yesOrNo(severities.high),
    yesOrNo(severities.cleared),
    definition.payloadType ?? '',
    definition.headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    definition.payloadTemplate,
  ];
}

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`;
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

/** Spreadsheets also look behind white space, and know the wide forms of the signs. */
const formula = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
