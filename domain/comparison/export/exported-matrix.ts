import { cellInWords } from '../cell-words.ts';
import { partInWords } from '../compared-parts.ts';
import { cellAt, type MatrixColumn, type MatrixRow } from '../matrix.ts';

export interface ExportedMatrix {
  readonly at: Date;
  readonly reference: {
    readonly name: string;
    /** Such as `read 2030-05-06 07:00 UTC`. */
    readonly facts: string;
    /** What it does not tell. */
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

export function notesOf({ reference, ignored, columns }: ExportedMatrix): string[] {
  const lacked = columns
    .filter(({ lacks }) => lacks.length > 0)
    .map(({ name, lacks }) => `Not compared with ${name}: ${lacks.map(partInWords).join(', ')}.`);
  return [
    ...(reference.note === null ? [] : [reference.note]),
    ...(ignored.length === 0 ? [] : [`Ignored: ${ignored.map(partInWords).join(', ')}.`]),
    ...lacked,
  ];
}

export const titlesOf = ({ reference, columns }: ExportedMatrix): string[] => [
  'Webhook',
  `${reference.name} (reference)`,
  ...columns.map(({ name }) => name),
];

/** Name, reference and installations, in the words of the window. */
export const lineOf = ({ columns }: ExportedMatrix, row: MatrixRow): string[] => [
  row.name,
  row.inReference ? 'yes' : 'no',
  ...columns.map(({ readAt }, column) =>
    readAt === null ? 'not read' : cellInWords(cellAt(row, column)),
  ),
];
