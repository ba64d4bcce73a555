/**
 * How far a draft got on its way to the installation. `isHere`: this window published it.
 * `none` and `sent` (by this window) become `published`, and an edit leads back to them.
 * `kept`: the person kept the edits of an entry, so the window no longer offers to keep or discard them.
 */
export type Publication =
  | { readonly kind: 'none' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'kept'; readonly entryId: string; readonly isHere: boolean }
  | { readonly kind: 'published'; readonly isHere: boolean };

export const isFromHere = (publication: Publication): boolean =>
  publication.kind === 'sent' || ('isHere' in publication && publication.isHere);

/** The entry stays hidden: the host may refuse before it makes a new one. */
export const afterSend = (publication: Publication): Publication =>
  'isHere' in publication ? { ...publication, isHere: true } : { kind: 'sent' };

export const afterKeep = (publication: Publication, entryId: string): Publication => ({
  kind: 'kept',
  entryId,
  isHere: isFromHere(publication),
});

export const afterPublish = (publication: Publication): Publication => ({
  kind: 'published',
  isHere: isFromHere(publication),
});

/** Also for a draft that starts from another state of its webhook. */
export function afterEdit(publication: Publication): Publication {
  if (publication.kind !== 'published') return publication;
  return { kind: publication.isHere ? 'sent' : 'none' };
}
