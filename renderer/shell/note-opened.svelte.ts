import { untrack } from 'svelte';
import { noteRecent } from '../shared/note-recent.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';

/** Notes each webhook that the editor shows as recent. Runs in a component. */
export function noteOpened({ client, editor }: Workspace): void {
  const connectionId = $derived(editor.draft?.connectionId ?? null);
  const webhookId = $derived(editor.draft?.base?.id ?? null);
  $effect(() => {
    if (connectionId === null || webhookId === null) return;
    const webhook = { connectionId, webhookId };
    untrack(() => {
      noteRecent(client.recent.noteWebhook(webhook));
    });
  });
}
