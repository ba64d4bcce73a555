import { changedSince, sameContent } from '../webhook/difference.ts';
import type { Header, Webhook } from '../webhook/webhook.ts';

/** How the webhook on the installation differs from the version that the edits started from. */
export type RemoteChangeKind =
  | 'as-it-was'
  | 'changed'
  | 'renamed'
  | 'ids-reassigned'
  /** The id now belongs to another webhook. */
  | 'replaced'
  | 'deleted';

/** What a person can do with their edits. `take-theirs` replaces them with the current version. */
export type RemoteChangeChoice = 'publish-on-top' | 'create-new' | 'take-theirs' | 'discard';

/** A remote change with its texts for people, and the choices that it leaves. */
export interface RemoteChange {
  readonly kind: RemoteChangeKind;
  readonly title: string;
  readonly advice: string;
  readonly choices: readonly RemoteChangeChoice[];
}

const reviewAgain = 'Nothing was sent. Check the current version, then review again.';

export function compareWithRemote(base: Webhook, live: Webhook | null): RemoteChange {
  if (live === null) {
    return {
      kind: 'deleted',
      title: 'The webhook was deleted on the installation after you started.',
      advice: 'Nothing was sent. Create it again with your edits, or discard them.',
      choices: ['create-new', 'discard'],
    };
  }
  if (!changedSince(base, live)) {
    return {
      kind: 'as-it-was',
      title: 'The webhook is unchanged since you started.',
      advice: 'Your edits can be published.',
      choices: ['publish-on-top', 'discard'],
    };
  }
  if (isAnother(base, live)) {
    return {
      kind: 'replaced',
      title: `Another webhook has the id ${live.id} on the installation now: “${live.name}”.`,
      advice:
        'Nothing was sent. Name, target URL, payload template and headers are different. Create your version as a new webhook, or use the current version.',
      choices: ['create-new', 'take-theirs', 'publish-on-top'],
    };
  }
  const common = { advice: reviewAgain, choices: ['publish-on-top', 'take-theirs'] } as const;
  if (base.name !== live.name) {
    const title = `The webhook was renamed to “${live.name}” on the installation after you started.`;
    return { ...common, kind: 'renamed', title };
  }
  if (sameContent(base, live)) {
    const title = 'The installation assigned new header ids after you started.';
    const advice = `Nothing else changed. ${reviewAgain}`;
    return { ...common, kind: 'ids-reassigned', title, advice };
  }
  const title = 'The webhook was changed on the installation after you started.';
  return { ...common, kind: 'changed', title };
}

/** Ignores Content-Type and empty templates, which are common, and ids, which services may reuse. */
function isAnother(base: Webhook, live: Webhook): boolean {
  const folded = (text: string): string => text.trim().toLowerCase();
  const distinctive = (headers: readonly Header[]): string[] =>
    headers
      .filter(({ name }) => folded(name) !== 'content-type')
      .map(({ name, value }) => JSON.stringify([folded(name), value]));
  const baseHeaders = new Set(distinctive(base.headers));
  return (
    folded(base.name) !== folded(live.name) &&
    base.url !== live.url &&
    (base.payloadTemplate !== live.payloadTemplate || base.payloadTemplate === '') &&
    !distinctive(live.headers).some((header) => baseHeaders.has(header))
  );
}
