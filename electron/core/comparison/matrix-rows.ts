import { compareNaturally } from '#domain/text/natural-order.ts';
import {
  type CellCounts,
  type ComparedList,
  extraCell,
  type MatrixCell,
  type MatrixRow,
  noCounts,
  type ReferenceList,
  rowKeyOf,
} from '#domain/comparison/matrix.ts';
import { keyOf, type WebhookKey } from '#domain/webhook/listed.ts';

/** A row of the matrix, with the webhook of each column; `null` for none. */
export interface HeldRow {
  readonly row: MatrixRow;
  readonly referenceKey: WebhookKey | null;
  readonly partners: readonly (WebhookKey | null)[];
}

/** Rows sorted by name. A column that was not read has no list. */
export function heldRows(
  reference: ReferenceList,
  columns: readonly (ComparedList | null)[],
): HeldRow[] {
  const ofReference = reference.webhooks.map((webhook, index): HeldRow => {
    const cells = columns.flatMap((list, column) => {
      const cell = list?.cells[index];
      return cell === undefined || isPlain(cell) ? [] : [{ ...cell, column }];
    });
    const referenceKey = keyOf(webhook);
    return {
      row: { key: rowKeyOf(referenceKey), name: webhook.name, inReference: true, cells },
      referenceKey,
      partners: columns.map((list) => list?.partners[index] ?? null),
    };
  });
  return [...ofReference, ...extraRows(columns)].sort((a, b) =>
    compareNaturally(a.row.name, b.row.name),
  );
}

const isPlain = ({ kind, unclear }: MatrixCell): boolean => kind === 'same' && unclear === 0;

/** The first extra webhooks of a name share a row, then the second ones, and so on. */
function extraRows(columns: readonly (ComparedList | null)[]): HeldRow[] {
  const rows = new Map<string, { name: string; found: Map<number, WebhookKey> }>();
  for (const [column, list] of columns.entries()) {
    const counts = new Map<string, number>();
    for (const { key, name } of list?.extra ?? []) {
      const nth = counts.get(name) ?? 0;
      counts.set(name, nth + 1);
      const at = JSON.stringify([nth, name]);
      const row = rows.get(at) ?? { name, found: new Map<number, WebhookKey>() };
      row.found.set(column, key);
      rows.set(at, row);
    }
  }
  return [...rows.values()].map(({ name, found }): HeldRow => {
    const [[first, key] = [0, '']] = found;
    return {
      row: {
        key: `extra/${first}/${key}`,
        name,
        inReference: false,
        cells: [...found.keys()].map((column) => ({ ...extraCell, column })),
      },
      referenceKey: null,
      partners: columns.map((_, column) => found.get(column) ?? null),
    };
  });
}

export function countsOf(list: ComparedList | null): CellCounts {
  const counts = noCounts();
  if (list === null) return counts;
  for (const { kind } of list.cells) counts[kind] += 1;
  counts.extra = list.extra.length;
  return counts;
}
