import {
  ageInWords,
  type ExportedMatrix,
  lineOf,
  notesOf,
  titlesOf,
  utcMinute,
} from './exported-matrix.ts';

export function comparisonMarkdown(matrix: ExportedMatrix): string {
  const { at, reference, columns, rows } = matrix;
  const titles = titlesOf(matrix);
  const ages = ['', reference.facts, ...columns.map(({ readAt }) => ageInWords(readAt))];
  return [
    `# Webhooks compared with ${escaped(reference.name)}`,
    '',
    `Written ${utcMinute(at)}.`,
    ...notesOf(matrix).flatMap((note) => ['', escaped(note)]),
    '',
    line(titles),
    line(
      titles.map(() => '---'),
      (text) => text,
    ),
    line(ages),
    ...rows.map((row) => line(lineOf(matrix, row))),
    '',
  ].join('\n');
}

const line = (cells: readonly string[], write = escaped): string =>
  `| ${cells.map(write).join(' | ')} |`;

/** Keeps a text in its cell, without markup. */
const escaped = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#|!~]/g, String.raw`\$&`)
    .replace(/&/g, '&amp;');
