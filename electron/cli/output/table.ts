import { terminalText, visible } from './terminal-text.ts';

/** Columns of a table, in order, and its cells. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Cell = string | number | null;

/** Names of fields that hold a cell. */
type CellField<Value> = {
  [Field in keyof Value]: Value[Field] extends Cell ? Field : never;
}[keyof Value];

/** A row for each value. A column takes a field of the value, or what a function makes of it. */
export const tableOf = <Value>(
  values: readonly Value[],
  columns: Readonly<Record<string, CellField<Value> | ((value: Value) => Cell)>>,
): Table => ({
  columns: Object.keys(columns),
  rows: values.map((value) =>
    Object.values(columns).map((cell) =>
      String((typeof cell === 'function' ? cell(value) : value[cell]) ?? ''),
    ),
  ),
});

export interface Terminal {
  /** Characters of a line. */
  readonly width: number;
  readonly hasUtf8: boolean;
  readonly emphasize: (text: string) => string;
}

const gap = '  ';
/** A column is not cut below this width, so that its name stays readable. */
const leastWidth = 6;

/** Aligned columns that fit the width, with a line of names. */
export function terminalTable({ columns, rows }: Table, terminal: Terminal): string {
  const cells = [columns, ...rows].map((row) => row.map((cell) => terminalText(cell, terminal)));
  const wanted = columns.map((_, index) =>
    cells.reduce((most, row) => Math.max(most, charactersOf(row[index] ?? '').length), 0),
  );
  const widths = fitted(wanted, terminal.width - gap.length * (columns.length - 1));
  const lines = cells.map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0, terminal))
      .join(gap)
      .trimEnd(),
  );
  const [head = '', ...body] = lines;
  return [terminal.emphasize(head), ...body].join('\n');
}

/** For other programs: nothing is cut, a tab between two cells, no line of names. */
export const pipedTable = ({ rows }: Table, textOf = visible): string =>
  rows.map((row) => row.map(textOf).join('\t')).join('\n');

/** Takes the room that is missing from the widest columns. */
function fitted(wanted: readonly number[], room: number): number[] {
  const widths = [...wanted];
  for (let excess = sum(widths) - room; excess > 0; excess -= 1) {
    const widest = Math.max(...widths);
    if (widest <= leastWidth) break;
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  return widths;
}

function padded(text: string, width: number, { hasUtf8 }: Terminal): string {
  const characters = charactersOf(text);
  if (characters.length <= width) return text + ' '.repeat(width - characters.length);
  const end = hasUtf8 ? '…' : '...';
  return characters.slice(0, width - end.length).join('') + end;
}

/** Made for the first table, because most output needs none and it takes long. */
let segmenter: Intl.Segmenter | null = null;

function charactersOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
