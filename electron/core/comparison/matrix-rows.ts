import { naturalComparison } from '#domain/text/natural-order.ts';
import type { ListComparison, ReferenceList } from '#domain/comparison/compare-list.ts';
import {
  type CellCounts,
  extraRowKeyOf,
  isLeftOut,
  type MatrixRow,
  noCounts,
  plainCells,
  rowKeyOf,
} from '#domain/comparison/matrix.ts';
import { keyOf, type WebhookKey } from '#domain/webhook/listed.ts';

/** A row of the matrix, with the key of its webhook in the reference and in each column; `null` for none. */
export interface KeyedRow {
  readonly row: MatrixRow;
  readonly referenceKey: WebhookKey | null;
  readonly partners: readonly (WebhookKey | null)[];
}

/** Rows sorted by name. A column that was not read has no list. */
export function keyedRows(
  reference: ReferenceList,
  columns: readonly (ListComparison | null)[],
): KeyedRow[] {
  const referenceRows = reference.webhooks.map((webhook, index): KeyedRow => {
    const cells = columns.flatMap((list, column) => {
      const cell = list?.cells[index];
      return cell === undefined || isLeftOut(cell) ? [] : [{ ...cell, column }];
    });
    const referenceKey = keyOf(webhook);
    return {
      row: { key: rowKeyOf(referenceKey), name: webhook.name, inReference: true, cells },
      referenceKey,
      partners: columns.map((list) => list?.partners[index] ?? null),
    };
  });
  const compare = naturalComparison();
  return [...referenceRows, ...extraRows(columns)].sort((a, b) => compare(a.row.name, b.row.name));
}

/** The first extra webhooks of a name share a row, then the second ones, and so on. */
function extraRows(columns: readonly (ListComparison | null)[]): KeyedRow[] {
  const rows = new Map<string, { name: string; keyOfColumn: Map<number, WebhookKey> }>();
  for (const [column, list] of columns.entries()) {
    const counts = new Map<string, number>();
    for (const { key, name } of list?.extra ?? []) {
      const nth = counts.get(name) ?? 0;
      counts.set(name, nth + 1);
      const rowId = JSON.stringify([nth, name]);
      const row = rows.get(rowId) ?? { name, keyOfColumn: new Map<number, WebhookKey>() };
      row.keyOfColumn.set(column, key);
      rows.set(rowId, row);
    }
  }
  return [...rows.values()].map(({ name, keyOfColumn }): KeyedRow => {
    const [[firstColumn, key] = [0, '']] = keyOfColumn;
    return {
      row: {
        key: extraRowKeyOf(firstColumn, key),
        name,
        inReference: false,
        cells: [...keyOfColumn.keys()].map((column) => ({ ...plainCells.extra, column })),
      },
      referenceKey: null,
      partners: columns.map((_, column) => keyOfColumn.get(column) ?? null),
    };
  });
}

export function countsOf(list: ListComparison | null): CellCounts {
  const counts = noCounts();
  if (list === null) return counts;
  for (const { kind } of list.cells) counts[kind] += 1;
  counts.extra = list.extra.length;
  return counts;
}
