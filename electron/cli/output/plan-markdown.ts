import type { Results } from './results.ts';

const columns = ['Installation', 'Action', 'Webhook', 'State', 'Changes', 'Reasons'];

/** For a comment on a pull request. */
export function planMarkdown({ rows, unchanged }: Results['plan']): string {
  const counts = `${rows.length} changes, ${unchanged} webhooks unchanged`;
  if (rows.length === 0) return `**${counts}**\n`;
  const lines = rows.map((row) => [
    row.installation,
    row.action,
    row.webhook,
    row.state,
    row.changes,
    [...row.needs.map((need) => `Needs: ${need}.`), ...row.reasons].join(' '),
  ]);
  const table = [columns, columns.map(() => '---'), ...lines.map((line) => line.map(literal))];
  return `**${counts}**\n\n${table.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

/** As it is: a name could otherwise form a link, mention a person or break the table. */
const literal = (text: string): string =>
  text.replace(/[^\p{L}\p{N} ,“”-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
