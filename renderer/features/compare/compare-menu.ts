import type { CellKind, MatrixCell, MatrixRow } from '#domain/comparison/matrix.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import { getConnections } from '../../shared/installations/connections.svelte.ts';
import { getNavigation } from '../../workspace/navigation.svelte.ts';
import { getCompare } from './compare.svelte.ts';
import type { Comparison } from './comparison.svelte.ts';

/** What the commands of a comparison use. A component calls this while it is created. */
export const getMatching = () => ({
  compare: getCompare(),
  connections: getConnections(),
  navigation: getNavigation(),
});

type Matching = ReturnType<typeof getMatching>;

interface Alike {
  /** `null` for all rows. */
  readonly keys: string[] | null;
  readonly connectionIds?: string[];
  readonly alsoRemove?: boolean;
}

export function writableIds({ compare, connections }: Matching): string[] {
  const ids = compare.current?.otherIds ?? [];
  return ids.filter((id) => connections.isWritable(id));
}

/** Opens a plan, for all installations unless some are given. It leaves out read-only ones, and names them. */
export function makeAlike(
  { keys, connectionIds, alsoRemove = false }: Alike,
  matching: Matching,
): void {
  const ids = connectionIds ?? [...(matching.compare.current?.otherIds ?? [])];
  const source = matching.compare.planOf({ keys, connectionIds: ids, alsoRemove });
  if (source === null || ids.length === 0) return;
  const { file } = matching.compare;
  matching.navigation.openPlan(
    source,
    source.kind === 'bundle' && file !== null ? { fileName: file.name } : {},
  );
}

const verbs: Readonly<Partial<Record<CellKind, string>>> = {
  differs: 'Change',
  missing: 'Create',
  extra: 'Delete',
};

/** What a cell offers; an extra webhook is deleted only on request. */
export function cellItems(
  { kind }: Pick<MatrixCell, 'kind'>,
  { key, connectionId }: { readonly key: string; readonly connectionId: string },
  matching: Matching,
): MenuItem[] {
  const connection = matching.connections.find(connectionId);
  const verb = verbs[kind];
  if (connection?.readOnly !== false || verb === undefined) return [];
  const isExtra = kind === 'extra';
  return [
    {
      label: `${verb} on ${connection.name}…`,
      danger: isExtra,
      startsGroup: isExtra,
      choose: () =>
        makeAlike({ keys: [key], connectionIds: [connectionId], alsoRemove: isExtra }, matching),
    },
  ];
}

export function rowMenu(
  element: Element,
  comparison: Comparison,
  matching: Matching,
): { label: string; items: MenuItem[] } | null {
  const key = element.closest('[id^="compared-"]')?.id.slice('compared-'.length);
  const row = comparison.rows.find((each) => each.key === key);
  if (row === undefined) return null;
  const open: MenuItem = {
    label: 'Open',
    shortcut: 'Enter',
    choose: () => void comparison.open(row.key),
  };
  const column = element.closest<HTMLElement>('[data-column]')?.dataset.column;
  const connectionId = comparison.columns.find(({ at }) => String(at) === column)?.connectionId;
  const cell = row.cells.find((each) => String(each.column) === column);
  const ofCell =
    connectionId === undefined || cell === undefined
      ? []
      : cellItems(cell, { key: row.key, connectionId }, matching);
  return { label: row.name, items: [open, ...ofRow(row, matching), ...ofCell] };
}

function ofRow(row: MatrixRow, matching: Matching): MenuItem[] {
  const isAlike = row.cells.every(({ kind }) => kind !== 'differs' && kind !== 'missing');
  if (isAlike || writableIds(matching).length === 0) return [];
  return [
    {
      label: 'Match to the reference…',
      choose: () => makeAlike({ keys: [row.key] }, matching),
    },
  ];
}

export function columnItems(connectionId: string, matching: Matching): MenuItem[] {
  const { compare } = matching;
  const others = (compare.current?.installationIds ?? []).filter((id) => id !== connectionId);
  const use: MenuItem = {
    label: 'Use as reference',
    choose: () => void compare.start({ kind: 'installation', connectionId }, others),
  };
  const make: MenuItem = {
    label: 'Match to the reference…',
    choose: () => makeAlike({ keys: null, connectionIds: [connectionId] }, matching),
  };
  return [
    ...(writableIds(matching).includes(connectionId) ? [make] : []),
    ...(others.length === 0 ? [] : [use]),
    {
      label: 'Open installation',
      choose: () => matching.navigation.select(connectionId),
    },
  ];
}
