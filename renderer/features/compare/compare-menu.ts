import type { CellKind, MatrixCell, MatrixRow } from '#domain/comparison/matrix.ts';
import type { MenuItem } from '../../ui/menu-item.ts';
import type { Workspace } from '../../workspace/workspace.svelte.ts';
import type { Comparison } from './comparison.svelte.ts';

interface Alike {
  /** `null` for all rows. */
  readonly keys: string[] | null;
  readonly connectionIds?: string[];
  readonly alsoRemove?: boolean;
}

export function writableIds({ compare, connections }: Workspace): string[] {
  const ids = compare.current?.otherIds ?? [];
  return ids.filter((id) => connections.find(id)?.readOnly === false);
}

/** Opens a plan, for all installations unless some are given. It leaves out read-only ones, and names them. */
export function makeAlike(
  { keys, connectionIds, alsoRemove = false }: Alike,
  workspace: Workspace,
): void {
  const ids = connectionIds ?? [...(workspace.compare.current?.otherIds ?? [])];
  const source = workspace.compare.planOf({ keys, connectionIds: ids, alsoRemove });
  if (source === null || ids.length === 0) return;
  const { file } = workspace.compare;
  workspace.openPlan(
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
  workspace: Workspace,
): MenuItem[] {
  const connection = workspace.connections.find(connectionId);
  const verb = verbs[kind];
  if (connection?.readOnly !== false || verb === undefined) return [];
  const isExtra = kind === 'extra';
  return [
    {
      label: `${verb} on ${connection.name}…`,
      danger: isExtra,
      startsGroup: isExtra,
      choose: () =>
        makeAlike({ keys: [key], connectionIds: [connectionId], alsoRemove: isExtra }, workspace),
    },
  ];
}

export function rowMenu(
  element: Element,
  comparison: Comparison,
  workspace: Workspace,
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
      : cellItems(cell, { key: row.key, connectionId }, workspace);
  return { label: row.name, items: [open, ...ofRow(row, workspace), ...ofCell] };
}

function ofRow(row: MatrixRow, workspace: Workspace): MenuItem[] {
  const isAlike = row.cells.every(({ kind }) => kind !== 'differs' && kind !== 'missing');
  if (isAlike || writableIds(workspace).length === 0) return [];
  return [
    {
      label: 'Match to the reference…',
      choose: () => makeAlike({ keys: [row.key] }, workspace),
    },
  ];
}

export function columnItems(connectionId: string, workspace: Workspace): MenuItem[] {
  const { compare } = workspace;
  const others = (compare.current?.installationIds ?? []).filter((id) => id !== connectionId);
  const use: MenuItem = {
    label: 'Use as reference',
    choose: () => void compare.start({ kind: 'installation', connectionId }, others),
  };
  const make: MenuItem = {
    label: 'Match to the reference…',
    choose: () => makeAlike({ keys: null, connectionIds: [connectionId] }, workspace),
  };
  return [
    ...(writableIds(workspace).includes(connectionId) ? [make] : []),
    ...(others.length === 0 ? [] : [use]),
    {
      label: 'Open installation',
      choose: () => workspace.select(connectionId),
    },
  ];
}
