import type { Results } from './results.ts';
import type { Table } from './table.ts';
import { counted } from '#domain/text/wording.ts';

type Row = Results['plan']['rows'][number];

const columns = [
  'Installation',
  'Environment',
  'Action',
  'Webhook',
  'State',
  'Changes',
  'Reasons',
] as const;

export const planTable = ({ rows }: Results['plan']): Table => ({
  columns: columns.map((name) => name.toUpperCase()),
  rows: rows.map(cellsOf),
});

export const countsOf = ({ rows, unchanged }: Results['plan']): string =>
  `${counted(rows.length, 'change')}, ${counted(unchanged, 'webhook')} unchanged`;

/** For a comment on a pull request. */
export function planMarkdown(plan: Results['plan']): string {
  const { rows } = plan;
  const counts = countsOf(plan);
  if (rows.length === 0) return `**${counts}**\n`;
  const lines = rows.map((row) => cellsOf(row).map(literal));
  const table = [columns, columns.map(() => '---'), ...lines];
  return `**${counts}**\n\n${table.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function cellsOf(row: Row): string[] {
  const { installation, environment, action, webhook, state, changes, needs, reasons } = row;
  const needed = needs.map((need) => `Needs: ${need}.`);
  const text = [...needed, ...reasons, ...templateFindings(row)].join(' ');
  return [installation, environment ?? '', action, webhook, state, changes, text];
}

/** The number of findings, and the worst one. */
function templateFindings({ findings }: Row): string[] {
  if (findings === null) return [];
  const { errors, newErrors, warnings, first } = findings;
  const counts = [
    errors === 0 ? '' : `${counted(errors, 'error')}, ${newErrors} new`,
    warnings === 0 ? '' : counted(warnings, 'warning'),
  ];
  return [`Template: ${counts.filter((count) => count !== '').join('; ')}. ${first}`];
}

/** As it is: a name could otherwise form a link, mention a person or break the table. */
const literal = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ,“”-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
