import { keyOf, type ListedSummary } from '#domain/webhook/listed.ts';
import type { Navigation } from '../../workspace/navigation.svelte.ts';
import type { WebhookList } from './webhook-list.svelte.ts';

/** Opens the change by others first if the list shows only such changes. */
export function openRow(row: ListedSummary, list: WebhookList, navigation: Navigation): void {
  const key = keyOf(row);
  const mark = list.remoteChanges.marks.get(key);
  const isLookedFor = list.showsOnlyRemoteChanges && mark !== undefined;
  if (isLookedFor || mark?.kind === 'deleted') navigation.showRemoteChange(key);
  else navigation.openListed(list.connectionId, row);
}
