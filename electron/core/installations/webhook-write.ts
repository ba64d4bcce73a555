import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { WriteAction } from '#domain/journal/entry.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { Target, WebhookService } from '../ports.ts';

/** An update sends its headers as changes relative to `live`. */
export type WebhookWrite =
  | { readonly action: 'create'; readonly definition: WebhookDefinition }
  | { readonly action: 'update'; readonly live: Webhook; readonly definition: WebhookDefinition }
  | { readonly action: 'delete'; readonly id: number };

export function writeOf(
  action: WriteAction,
  live: Webhook | null,
  definition: WebhookDefinition | null,
): WebhookWrite | null {
  if (action === 'create') return definition === null ? null : { action, definition };
  if (live === null) return null;
  if (action === 'delete') return { action, id: live.id };
  return definition === null ? null : { action, live, definition };
}

export function sendWrite(
  service: WebhookService,
  target: Target,
  write: WebhookWrite,
): Promise<void> {
  switch (write.action) {
    case 'create':
      return service.create(target, write.definition);
    case 'update':
      return service.update(target, updateOf(write));
    case 'delete':
      return service.remove(target, write.id);
  }
}

export function describeWrite(
  service: WebhookService,
  target: Target,
  write: WebhookWrite,
): OutboundRequest {
  switch (write.action) {
    case 'create':
      return service.describeCreate(target, write.definition);
    case 'update':
      return service.describeUpdate(target, updateOf(write));
    case 'delete':
      return service.describeRemove(target, write.id);
  }
}

const updateOf = ({ live, definition }: Extract<WebhookWrite, { action: 'update' }>) => ({
  id: live.id,
  definition,
  headers: headerChangeSet(live.headers, definition.headers),
});
