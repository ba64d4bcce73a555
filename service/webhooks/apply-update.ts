import type { HeaderChanges, UpdateBody, Violation } from './body-types.ts';
import { type AssignHeaderIds, withHeaderIds } from './new-webhook.ts';
import { StoredWebhook } from './stored-webhook.ts';

/**
 * Returns why an update does not fit its webhook, such as a header id that it names twice; empty if
 * it fits. `openapi/body-rules.ts` has the rules that do not depend on the webhook.
 */
export function checkUpdate(id: number, stored: StoredWebhook, update: UpdateBody): Violation[] {
  const violations: Violation[] = [];
  if (update.id !== undefined && update.id !== id) {
    violations.push({
      pointer: '/id',
      detail: `The id in the body must be that of the path, ${id}, or be left out.`,
    });
  }
  const storedIds = new Set(stored.http_headers.map((header) => header.http_header_id));
  const idsInUpdate = new Set<number>();
  for (const { member, index, headerId } of headerIdsIn(update.http_headers ?? {})) {
    const pointer = `/http_headers/${member}/${index}/http_header_id`;
    if (!storedIds.has(headerId)) {
      violations.push({ pointer, detail: `Webhook ${id} has no header with this id.` });
    } else if (idsInUpdate.has(headerId)) {
      violations.push({ pointer, detail: 'This header is named more than once in the update.' });
    }
    idsInUpdate.add(headerId);
  }
  return violations;
}

function* headerIdsIn(changes: HeaderChanges) {
  for (const member of ['changed', 'deleted'] as const) {
    for (const [index, { http_header_id: headerId }] of (changes[member] ?? []).entries()) {
      yield { member, index, headerId };
    }
  }
}

/**
 * Returns the webhook after an update that {@link checkUpdate} accepts. Omitted fields stay,
 * changed headers keep their position, added headers come last. Source: §4 rule 2.
 */
export function applyUpdate(
  stored: StoredWebhook,
  update: UpdateBody,
  assign: AssignHeaderIds,
): StoredWebhook {
  const { added = [], changed = [], deleted = [], payload_type } = update.http_headers ?? {};
  const changedById = new Map(changed.map((header) => [header.http_header_id, header]));
  const deletedIds = new Set(deleted.map((header) => header.http_header_id));
  const remaining = stored.http_headers
    .filter((header) => !deletedIds.has(header.http_header_id))
    .map((header) => ({ ...header, ...changedById.get(header.http_header_id) }));
  return StoredWebhook.parse({
    ...stored,
    ...update,
    http_headers: [...remaining, ...withHeaderIds(added, assign)],
    payload_type: payload_type ?? stored.payload_type,
  });
}
