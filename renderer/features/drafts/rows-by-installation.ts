export interface RowsOfInstallation<Row> {
  readonly connectionId: string;
  readonly rows: readonly Row[];
}

/** In the order of the installations; rows of removed ones come last. */
export function rowsByInstallation<Row extends { readonly connectionId: string }>(
  rows: readonly Row[],
  connections: readonly { readonly id: string }[],
): RowsOfInstallation<Row>[] {
  const groups = Map.groupBy(rows, ({ connectionId }) => connectionId);
  const ids = new Set([...connections.map(({ id }) => id), ...groups.keys()]);
  return [...ids].flatMap((connectionId) => {
    const ofThis = groups.get(connectionId);
    return ofThis === undefined ? [] : [{ connectionId, rows: ofThis }];
  });
}
