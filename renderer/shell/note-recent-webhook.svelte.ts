import { untrack } from 'svelte';
import type { Workspace } from '../workspace/workspace.svelte.ts';

/** Notes each webhook that the editor shows as recent. Runs in a component. */
export function noteRecentWebhook({ client, editor }: Workspace): void {
  const connectionId = $derived(editor.draft?.connectionId ?? null);
  const webhookId = $derived(editor.draft?.base?.id ?? null);
  $effect(() => {
    if (connectionId === null || webhookId === null) return;
    const webhook = { connectionId, webhookId };
    untrack(() => {
      // While the vault is locked, the host notes nothing.
      client.recent.noteWebhook(webhook).catch(() => undefined);
    });
  });
}
