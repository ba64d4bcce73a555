import { csvLine, csvStart } from '../../text/csv-line.ts';
import { comparisonHtml } from './comparison-html.ts';
import { comparisonMarkdown } from './comparison-markdown.ts';
import { type ExportedMatrix, lineOf, titlesOf } from './exported-matrix.ts';

const comparisonCsv = (matrix: ExportedMatrix): string =>
  csvStart +
  [titlesOf(matrix), ...matrix.rows.map((row) => lineOf(matrix, row))].map(csvLine).join('');

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
