import type { StoredColumn } from '#contract/settings.ts';

/** `installation` stands only in the list of all installations, always after the name. */
export type ColumnName = SortColumn | 'installation';

export interface Column extends StoredColumn {
  readonly name: SortColumn;
}

export type ShownColumn = Omit<Column, 'name'> & { readonly name: ColumnName };

interface Layout {
  /** In menus, and for screen readers. */
  readonly label: string;
  /** In the list's head. */
  readonly head: string;
  /** Pixels below which the column is left out. */
  readonly min: number;
  /** The default width, as a CSS grid track. */
  readonly width: string;
  readonly resizable: boolean;
}

export const layouts: Readonly<Record<ColumnName, Layout>> = {
  enabled: { label: 'Enabled', head: 'On', min: 22, width: '22px', resizable: false },
  name: { label: 'Name', head: 'Name', min: 140, width: 'minmax(140px, 3fr)', resizable: true },
  installation: {
    label: 'Installation',
    head: 'Installation',
    min: 110,
    width: 'minmax(110px, 2fr)',
    resizable: false,
  },
  url: { label: 'Target', head: 'Target', min: 70, width: 'minmax(70px, 2fr)', resizable: true },
  method: { label: 'Method', head: 'Method', min: 52, width: '52px', resizable: true },
  payloadType: { label: 'Payload type', head: 'Type', min: 40, width: '40px', resizable: true },
  severities: { label: 'Severities', head: 'L M H C', min: 72, width: '72px', resizable: false },
  id: { label: 'Id', head: 'Id', min: 40, width: '56px', resizable: true },
};

const order = ['enabled', 'name', 'url', 'method', 'payloadType', 'severities', 'id'] as const;
export type SortColumn = (typeof order)[number];

/** A narrow list leaves these out, the first one first. */
const leaving: readonly SortColumn[] = [
  'id',
  'method',
  'payloadType',
  'url',
  'severities',
  'enabled',
];

/** Pixels of the box, the padding and the scrollbar of a row. */
const besideColumns = 55;
const gap = 8;
export const maxWidth = 800;

/** All columns in their order. Unknown ones are dropped, and missing ones stand at the end. */
export function columnsOf(stored: readonly StoredColumn[] | null): readonly Column[] {
  const known = new Map<SortColumn, Column>();
  for (const { name: given, shown, width } of stored ?? []) {
    const name = order.find((each) => each === given);
    if (name !== undefined) known.set(name, { name, shown: shown || name === 'name', width });
  }
  const missing = order.filter((name) => !known.has(name));
  return [
    ...known.values(),
    ...missing.map((name) => ({ name, shown: name !== 'id', width: null })),
  ];
}

const installation: ShownColumn = { name: 'installation', shown: true, width: null };

/** Pixels that whole names need before other columns get room; an editor beside the list shows those itself. */
const comfort: Partial<Record<ColumnName, number>> = { name: 300, url: 120 };
const comfortBesideEditor: Partial<Record<ColumnName, number>> = { name: 320, url: 160 };

interface Room {
  readonly hasType: boolean;
  readonly hasInstallation?: boolean;
  readonly isBesideEditor?: boolean;
  readonly width: number;
}

/** The shown columns that leave the name its room in a list of this width. */
export function fittingColumns(
  columns: readonly Column[],
  { hasType, hasInstallation = false, isBesideEditor = false, width }: Room,
): readonly ShownColumn[] {
  let left: readonly ShownColumn[] = columns
    .filter(({ name, shown }) => shown && (hasType || name !== 'payloadType'))
    .flatMap((column) =>
      hasInstallation && column.name === 'name' ? [column, installation] : [column],
    );
  const needed = (wanted: Partial<Record<ColumnName, number>>): number =>
    left.reduce((sum, { name }) => sum + gap + (wanted[name] ?? layouts[name].min), besideColumns);
  const wanted = isBesideEditor ? comfortBesideEditor : comfort;
  for (const name of leaving) {
    const staysBesideNames = name === 'severities' || name === 'enabled';
    if (needed(staysBesideNames ? {} : wanted) <= width) break;
    left = left.filter((each) => each.name !== name);
  }
  return left;
}

export const tracksOf = (columns: readonly ShownColumn[]): string =>
  columns
    .map(({ name, width }) => {
      const layout = layouts[name];
      return width === null ? layout.width : `minmax(${layout.min}px, ${width}px)`;
    })
    .join(' ');

export const withColumn = (
  columns: readonly Column[],
  name: ColumnName,
  change: Partial<Pick<Column, 'shown' | 'width'>>,
): Column[] => columns.map((each) => (each.name === name ? { ...each, ...change } : each));

export function movedColumn(columns: readonly Column[], name: SortColumn, by: -1 | 1): Column[] {
  const from = columns.findIndex((each) => each.name === name);
  const [moved] = columns.slice(from);
  const neighbour = columns[from + by];
  if (moved === undefined || neighbour === undefined) return [...columns];
  return columns.with(from, neighbour).with(from + by, moved);
}
