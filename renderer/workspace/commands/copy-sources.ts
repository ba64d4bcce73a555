import { linkTo } from '#domain/link/link.ts';
import { sampleRequest } from '../../features/editor/payload/sample-request.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { CopySource } from './copy-commands.ts';
import type { WebhookTarget } from './webhook-commands.ts';

/** Links open in the desktop application only. */
export const linkIn = ({ about }: Workspace, place: Parameters<typeof linkTo>[0]): string | null =>
  about?.host === 'desktop' ? linkTo(place) : null;

/** The curl command has the sample values of the installation. */
export function copySourceOf(
  target: Omit<WebhookTarget, 'seen'>,
  workspace: Workspace,
): CopySource {
  const { connectionId, webhookId, name, definition } = target;
  const key = target.draft?.key ?? '';
  const base = webhookId === null ? null : { id: webhookId };
  return {
    name,
    id: webhookId,
    url: async () => (await definition()).url,
    request: async () =>
      sampleRequest(await definition(), { key, base }, workspace.templates.of(connectionId)),
    link:
      webhookId === null ? null : linkIn(workspace, { kind: 'webhook', connectionId, webhookId }),
  };
}
