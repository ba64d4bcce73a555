import { byteOrderMark } from '../../text/byte-order-mark.ts';
import { csvLine } from '../../text/csv-line.ts';
import { partInWords } from '../compared-part.ts';
import { cellAt, cellInWords, type MatrixColumn, type MatrixRow } from '../matrix.ts';

/** With a byte order mark, so that spreadsheets read UTF-8. */
const comparisonCsv = (matrix: ExportedMatrix): string =>
  byteOrderMark +
  [titlesOf(matrix), ...matrix.rows.map((row) => cellsOf(matrix, row))].map(csvLine).join('');

const formats = {
  csv: { ending: 'csv', mimeType: 'text/csv', write: comparisonCsv },
  markdown: { ending: 'md', mimeType: 'text/markdown', write: comparisonMarkdown },
  html: { ending: 'html', mimeType: 'text/html', write: comparisonHtml },
};

/** Names of webhooks and installations and the cells; no values. */
export function exportedComparison(
  format: keyof typeof formats,
  matrix: ExportedMatrix,
): { fileName: string; mimeType: string; text: string } {
  const { ending, mimeType, write } = formats[format];
  const fileName = `hookdesk-comparison-${matrix.at.toISOString().slice(0, 10)}.${ending}`;
  return { fileName, mimeType, text: write(matrix) };
}

/** A comparison with the names that its file has. */
export interface ExportedMatrix {
  readonly at: Date;
  readonly reference: {
    readonly name: string;
    /** Such as `read 2030-05-06 07:00 UTC`. */
    readonly facts: string;
    /** What the reference does not contain. */
    readonly note: string | null;
  };
  readonly columns: readonly (MatrixColumn & { readonly name: string })[];
  readonly ignored: readonly string[];
  readonly rows: readonly MatrixRow[];
}

export const utcMinute = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const ageInWords = (readAt: Date | null): string =>
  readAt === null ? 'not read' : `read ${utcMinute(readAt)}`;

function notesOf({ reference, ignored, columns }: ExportedMatrix): string[] {
  const notCompared = columns.flatMap(({ name, lacks, unreported }) => {
    const parts = [...lacks, ...unreported].map(partInWords);
    return parts.length === 0 ? [] : [`Not compared with ${name}: ${parts.join(', ')}.`];
  });
  return [
    ...(reference.note === null ? [] : [reference.note]),
    ...(ignored.length === 0 ? [] : [`Ignored: ${ignored.map(partInWords).join(', ')}.`]),
    ...notCompared,
  ];
}

const titlesOf = ({ reference, columns }: ExportedMatrix): string[] => [
  'Webhook',
  `${reference.name} (reference)`,
  ...columns.map(({ name }) => name),
];

const cellsOf = ({ columns }: ExportedMatrix, row: MatrixRow): string[] => [
  row.name,
  row.inReference ? 'yes' : 'no',
  ...columns.map(({ readAt }, column) =>
    readAt === null ? 'not read' : cellInWords(cellAt(row, column)),
  ),
];

function comparisonMarkdown(matrix: ExportedMatrix): string {
  const { at, reference, columns, rows } = matrix;
  const titles = titlesOf(matrix);
  const ages = ['', reference.facts, ...columns.map(({ readAt }) => ageInWords(readAt))];
  return [
    `# Webhooks compared with ${escapedMarkdown(reference.name)}`,
    '',
    `Written ${utcMinute(at)}.`,
    ...notesOf(matrix).flatMap((note) => ['', escapedMarkdown(note)]),
    '',
    markdownLine(titles),
    markdownLine(
      titles.map(() => '---'),
      (text) => text,
    ),
    markdownLine(ages),
    ...rows.map((row) => markdownLine(cellsOf(matrix, row))),
    '',
  ].join('\n');
}

const markdownLine = (cells: readonly string[], write = escapedMarkdown): string =>
  `| ${cells.map(write).join(' | ')} |`;

/** Keeps a text in its cell, without markup. */
const escapedMarkdown = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#|!~]/g, String.raw`\$&`)
    .replace(/&/g, '&amp;');

/** One file without scripts and without links. */
function comparisonHtml(matrix: ExportedMatrix): string {
  const { at, reference, columns, rows } = matrix;
  const title = `Webhooks compared with ${reference.name}`;
  const head = [
    '<th scope="col">Webhook</th>',
    headCell(`${reference.name} (reference)`, reference.facts),
    ...columns.map(({ name, readAt }) => headCell(name, ageInWords(readAt))),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapedHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapedHtml(title)}</h1>
${[`Written ${utcMinute(at)}.`, ...notesOf(matrix)].map((note) => `<p>${escapedHtml(note)}</p>`).join('\n')}
<table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${rows
  .map((row) => {
    const [name = '', ...cells] = cellsOf(matrix, row);
    const kinds = ['', ...columns.map((_, column) => cellAt(row, column).kind)];
    const cellsHtml = cells.map(
      (text, index) => `<td class="${kinds[index] ?? ''}">${escapedHtml(text)}</td>`,
    );
    return `<tr><th scope="row">${escapedHtml(name)}</th>${cellsHtml.join('')}</tr>`;
  })
  .join('\n')}
</tbody>
</table>
</body>
</html>
`;
}

const headCell = (name: string, facts: string): string =>
  `<th scope="col">${escapedHtml(name)}<br><small>${escapedHtml(facts)}</small></th>`;

const style = `
:root { color-scheme: light dark; font: 14px system-ui, sans-serif; }
body { margin: 24px; }
table { border-collapse: collapse; }
th, td { padding: 4px 10px; border: 1px solid #8886; text-align: left; white-space: nowrap; }
thead th { position: sticky; top: 0; background: Canvas; }
tbody th { position: sticky; left: 0; background: Canvas; font-weight: 500; }
small { font-weight: 400; opacity: 0.8; }
.differs, .ambiguous, .unknown { background: #c8901e33; }
.missing { background: #c0392b33; }
.extra { background: #2d7d4633; }
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapedHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
