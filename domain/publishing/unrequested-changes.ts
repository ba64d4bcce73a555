import type { PayloadTypePlace } from '../installation/connection.ts';
import { pairHeaders } from '../merge/pair-headers.ts';
import { fieldDifferences } from '../webhook/difference.ts';
import { fieldInWords } from '../webhook/fields.ts';
import { headerChangeSet, sameHeader } from '../webhook/header-change-set.ts';
import type { Header, Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { matchesRequest } from './matches-request.ts';

/** Fields and headers that changed although the update did not request it. Names only: values can be secrets. */
export function differencesOutside(
  before: Webhook,
  requested: WebhookDefinition,
  after: Webhook,
): string[] {
  const requestedFields = fieldsToChange(before, requested);
  const notComparable = new Set([...before.unreported, ...after.unreported]);
  const fields = fieldDifferences(before, after)
    .map(({ field }) => field)
    .filter((field) => !requestedFields.has(field) && !notComparable.has(field));
  const headers = notComparable.has('headers') ? [] : headersOutside(before, requested, after);
  return [...new Set([...fields.map(fieldInWords), ...headers])];
}

/** Changed members outside of the interface, and fields that are reported only before or only after. */
export function membersOutside(
  before: Webhook,
  requested: WebhookDefinition,
  after: Webhook,
): string[] {
  const requestedFields = fieldsToChange(before, requested);
  const members = changedMembers(membersOf(before), membersOf(after)).filter(
    (name) => name !== 'payload_type' || !requestedFields.has('payloadType'),
  );
  const headers = unrequestedHeaders(before, requested, after).flatMap((pair) => {
    if (pair.after === null) return [];
    const membersBefore = membersOf(before, before.headers.indexOf(pair.before));
    const membersAfter = membersOf(after, after.headers.indexOf(pair.after));
    return changedMembers(membersBefore, membersAfter).map(
      (name) => `${name} of the header ${pair.before.name}`,
    );
  });
  return [...members, ...headers, ...changedReports(before, after, requestedFields)];
}

export const outsideNotes = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [`Other values on the installation changed since the last refresh: ${names.join(', ')}.`];

const fieldsToChange = (before: Webhook, requested: WebhookDefinition): ReadonlySet<string> =>
  new Set(fieldDifferences(before, requested).map(({ field }) => field));

/** A header that the update does not change. `after: null`: it is gone. */
interface UnrequestedHeader {
  readonly before: Header;
  readonly after: Header | null;
}

function unrequestedHeaders(
  before: Webhook,
  requested: WebhookDefinition,
  after: Webhook,
): UnrequestedHeader[] {
  const { partners } = pairHeaders(requested.headers, after.headers);
  return requested.headers.flatMap((header, index) => {
    const sameBefore = before.headers.find(
      (earlier) => earlier.id === header.id && sameHeader(earlier, header),
    );
    return sameBefore === undefined ? [] : [{ before: sameBefore, after: partners[index] ?? null }];
  });
}

function headersOutside(before: Webhook, requested: WebhookDefinition, after: Webhook): string[] {
  const changed = unrequestedHeaders(before, requested, after)
    .filter((pair) => !sameHeader(pair.before, pair.after))
    .map((pair) => pair.before);
  const { partners, added } = pairHeaders(requested.headers, after.headers);
  // A sent header may be stored under another name, so no new header is certain to be foreign.
  const isCertain = partners.every((partner) => partner !== null);
  const { deleted } = headerChangeSet(before.headers, requested.headers);
  const foreign = added.filter(
    ({ id }) => isCertain && !deleted.some((header) => header.id === id),
  );
  return [...changed, ...foreign].map(({ name }) => `header ${name}`);
}

/** JSON values by name. */
type Members = ReadonlyMap<string, string>;

const headerMember = /^http_headers\.(\d+)\./;

/** The unknown members of the webhook, or those of one of its headers. */
function membersOf({ unknown }: Webhook, headerIndex: number | null = null): Members {
  return new Map(
    Object.entries(unknown).flatMap(([key, value]) => {
      const [, index] = headerMember.exec(key) ?? [];
      const ownerIndex = index === undefined ? null : Number(index);
      if (ownerIndex !== headerIndex) return [];
      return [[key.replace(headerMember, ''), JSON.stringify(value)]];
    }),
  );
}

const changedMembers = (before: Members, after: Members): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );

/** Ignores positions of headers, because they shift. */
function changedReports(
  before: Webhook,
  after: Webhook,
  requestedFields: ReadonlySet<string>,
): string[] {
  const unreportedIn = ({ unreported }: Webhook): ReadonlySet<string> =>
    new Set(unreported.filter((name) => !name.startsWith('headers.')));
  const [earlier, current] = [unreportedIn(before), unreportedIn(after)];
  const onlyIn = (names: ReadonlySet<string>, others: ReadonlySet<string>, how: string): string[] =>
    [...names]
      .filter((name) => !others.has(name) && !requestedFields.has(name))
      .map((name) => `${fieldInWords(name)} (${how})`);
  return [
    ...onlyIn(current, earlier, 'no longer reported'),
    ...onlyIn(earlier, current, 'not reported before'),
  ];
}

/** Interface document §2.4 puts `payload_type` into `http_headers`; some installations ignore it there. */
export function payloadTypeIgnoredNotes(
  requested: WebhookDefinition,
  after: Webhook,
  place: PayloadTypePlace,
): string[] {
  const { payloadType } = after;
  if (place !== 'http-headers' || payloadType === null || requested.payloadType === null) return [];
  const isIgnored =
    payloadType !== requested.payloadType && matchesRequest({ ...requested, payloadType }, after);
  if (!isIgnored) return [];
  return [
    `The installation ignored the payload type ${requested.payloadType} in http_headers and still reports ` +
      `${payloadType}. Select “At the top level” in the installation settings, then publish again.`,
  ];
}
