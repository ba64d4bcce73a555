import { summaryOf } from '#domain/webhook/webhook.ts';
import type { DraftEvents } from '../shared/drafts/drafts.svelte.ts';
import type { Editor } from '../features/editor/editor.svelte.ts';
import type { TemplateMemories } from '../features/editor/payload/template-settings.svelte.ts';
import type { WebhookLists } from '../features/list/webhook-lists.ts';
import type { Notices } from '../shared/notices.svelte.ts';
import type { Connections } from '../shared/installations/connections.svelte.ts';

interface FollowsDrafts {
  readonly editor: Editor;
  readonly connections: Connections;
  readonly lists: WebhookLists;
  readonly templates: TemplateMemories;
  readonly notices: Notices;
}

export function draftEventsFor(followers: FollowsDrafts): DraftEvents {
  const { editor, connections, lists, templates, notices } = followers;
  return {
    onMoved: (from, to) => editor.follow(from, to),
    onBase: (draft, webhook) => {
      templates.of(draft.connectionId).settle(draft.key, webhook.id);
      lists.get(draft.connectionId)?.put(summaryOf(webhook));
    },
    onPublished: (draft) => {
      if (!editor.shows(draft) || draft.publishedHere) return;
      const name = connections.find(draft.connectionId)?.name ?? '';
      notices.notify(`“${draft.title}” was published to ${name}`);
    },
    onDiscarded: (draft) => {
      if (!editor.shows(draft)) return;
      if (draft.base === null) editor.close();
      notices.notify(`Edits of “${draft.title}” were discarded or moved in another window`);
    },
  };
}
