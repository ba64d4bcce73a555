import type { HeaderChangeSet, HeaderContent } from '#domain/webhook/header-change-set.ts';

/** Source: interface document §2.3 and §2.4. */
export interface WireHeaderContent {
  http_header_key: string;
  http_header_value: string;
}

export interface WireHeaderChanges {
  added: WireHeaderContent[];
  changed: ({ http_header_id: number } & WireHeaderContent)[];
  deleted: { http_header_id: number }[];
}

export const wireHeader = ({ name, value }: HeaderContent): WireHeaderContent => ({
  http_header_key: name,
  http_header_value: value,
});

/** Source: interface document §2.4. */
export const wireHeaderChanges = (changes: HeaderChangeSet): WireHeaderChanges => ({
  added: changes.added.map(wireHeader),
  changed: changes.changed.map((header) => ({ http_header_id: header.id, ...wireHeader(header) })),
  deleted: changes.deleted.map(({ id }) => ({ http_header_id: id })),
});
