import type { Drafts } from '../shared/drafts/drafts.svelte.ts';
import type { Notices } from '../shared/notices.svelte.ts';

export async function saveDrafts(drafts: Drafts, notices: Notices): Promise<void> {
  await drafts.flushNow();
  if (drafts.sync.wouldBeLost) {
    const { reason } = drafts.sync.state;
    notices.notify(reason ?? 'Edits are not saved to disk yet');
    if (reason !== null) return;
    await drafts.sync.flush();
  }
  if (!drafts.sync.wouldBeLost) notices.notify('Edits saved to disk');
}
