import { z } from 'zod';

const Id = z.string().regex(/^[\w-]{1,64}$/);

/** A place of the window that a `hookdesk:` link names: ids and search text, and never a secret. */
export const Link = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('installation'), connectionId: Id }),
  z.object({ kind: z.literal('webhook'), connectionId: Id, webhookId: z.int() }),
  z.object({ kind: z.literal('entry'), entryId: Id }),
  z.object({ kind: z.literal('all'), query: z.string() }),
]);
export type Link = z.infer<typeof Link>;

/** Characters; longer links are refused. */
export const maxLinkLength = 2_000;

export const isLink = (text: string): boolean => /^hookdesk:/i.test(text);

/** Links have the parts of the window's own address. */
export function linkTo(link: Exclude<Link, { kind: 'all' }>): string {
  switch (link.kind) {
    case 'installation':
      return `hookdesk://installation/${link.connectionId}`;
    case 'webhook':
      return `hookdesk://installation/${link.connectionId}/webhook/${link.webhookId}`;
    case 'entry':
      return `hookdesk://history/${link.entryId}`;
  }
}

const patterns = [
  /^hookdesk:\/\/(?<screen>installation)\/(?<id>[^/?#]+)(?:\/webhook\/(?<webhook>-?\d{1,15}))?\/?$/i,
  /^hookdesk:\/\/(?<screen>history)\/(?<id>[^/?#]+)\/?$/i,
  /^hookdesk:\/\/(?<screen>all)\/?(?:\?query=(?<query>[^&#]*))?$/i,
];

/** Links come from any program: returns `null` for all but the four forms. */
export function readLink(text: string): Link | null {
  if (text.length > maxLinkLength) return null;
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined) return Link.safeParse(linkMembers(groups)).data ?? null;
  }
  return null;
}

/** Not validated yet. */
function linkMembers({
  screen,
  id,
  webhook,
  query = '',
}: Record<string, string | undefined>): unknown {
  switch (screen?.toLowerCase()) {
    case 'all':
      return { kind: 'all', query: decodeQuery(query) };
    case 'history':
      return { kind: 'entry', entryId: id };
    default:
      return webhook === undefined
        ? { kind: 'installation', connectionId: id }
        : { kind: 'webhook', connectionId: id, webhookId: Number(webhook) };
  }
}

/** Returns `null` for damaged escapes and for control characters. */
function decodeQuery(query: string): string | null {
  try {
    const text = decodeURIComponent(query);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
