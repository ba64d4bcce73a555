import { csvLine, csvStart } from '../../text/csv-line.ts';
import { type ExportedMatrix, lineOf } from './exported-matrix.ts';

export function comparisonCsv(matrix: ExportedMatrix): string {
  const { reference, columns, rows } = matrix;
  const titles = ['Webhook', `${reference.name} (reference)`, ...columns.map(({ name }) => name)];
  return [`${csvStart}${csvLine(titles)}`, ...rows.map((row) => csvLine(lineOf(matrix, row)))].join(
    '',
  );
}
