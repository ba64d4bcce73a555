import type { Drafts } from '../shared/drafts/drafts.svelte.ts';
import type { Notices } from '../shared/notices.svelte.ts';

export async function saveDrafts(drafts: Drafts, notices: Notices): Promise<void> {
  await drafts.flushNow();
  if (drafts.wouldBeLost) {
    const { reason } = drafts.saving.state;
    notices.notify(reason ?? 'Edits are not saved to disk yet');
    if (reason !== null) return;
    await drafts.saving.flush();
  }
  if (!drafts.wouldBeLost) notices.notify('Edits saved to disk');
}
